/** The first of several variants of one rule; all of them in the long version. */
export const firstOf = <const T>(count: number, all: readonly T[]): readonly T[] => (process.env.TANDEM_LONG ? all : all.slice(0, count))
