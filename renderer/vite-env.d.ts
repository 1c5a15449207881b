// What Vite puts in place of these when it builds.
interface ImportMeta {
  readonly env: { readonly DEV: boolean }
}
