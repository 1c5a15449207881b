export declare const oldestNode: string
export declare function isOlderThan(oldest: string, version?: string): boolean
