// What glibc reads when a program starts. Left alone it keeps an arena for each of our threads and, after the first large block was
// freed, all further ones too: after a thousand searches among 100,000 tasks that is 60 MB more, 150 after texts were indexed
// (docs/adr/0015). Other systems ignore it.
export const leanMemory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Starts the program again in the same process, with lean memory. Does nothing where that is not possible, or was done already. */
export function beginLean(flags: readonly string[] = []): void {
  const { platform, env, execPath, execArgv, argv, execve } = process
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined || typeof execve !== 'function') return
  execve.call(process, execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)], { ...env, ...leanMemory })
}
