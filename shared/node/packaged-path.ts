/** In a packaged desktop, files for native code lie beside the archive: it is what Electron alone can read inside of. */
export const outsideArchive = (path: string): string => path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
