/** The only Node API in this folder; the rest of the package is for browsers. */
declare module 'node:fs' {
  export function readFileSync(path: string | URL, encoding: 'utf8'): string
}
