// The one type of the tests that checks nothing: what a service answered, before it was looked into.

/** A reply of any shape. A field that is not there fails the expectation that reads it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read fields that the contract does not promise, and expect to find them or not
export type AnyJson = any
