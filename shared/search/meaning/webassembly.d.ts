// The part of WebAssembly that vector-matrix.ts uses; the types of Node leave it to the DOM's, which a service must not see.
declare namespace WebAssembly {
  interface Module {
    readonly compiled: unique symbol
  }
  const Module: new (bytes: Uint8Array) => Module
  class Memory {
    readonly buffer: ArrayBuffer
    constructor(limits: { initial: number; maximum?: number })
  }
  class Instance {
    readonly exports: Record<string, unknown>
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
  }
}
