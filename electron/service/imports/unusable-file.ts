/** Nothing can be imported from it. The message says what to do instead. */
export class UnusableFile extends Error {}
