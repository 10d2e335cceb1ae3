import { expect, test } from 'vitest'
import { compareEntryPoints, listExportedNames } from './checkExports.mjs'
import { parseSource } from './syntax.mjs'

test('every form of export is listed, and stars are followed', () => {
  const files = {
    'src/index.ts': `
      export const createLatchkey = () => {}
      export function open() {}
      export class Widget {}
      export type Options = {}
      export interface Ports {}
      export { a as b, type C } from './errors.js'
      export type { D } from './errors.js'
      export * from './errors.js'
      export * as networks from './networks.js'
      export * from '@latchkey/wire/caip'
      export default open
    `,
    'src/errors.js': 'export class ModalClosedError {}; export type ErrorCode = string',
  }
  const read = (path) => parseSource(path.replace(/\.js$/, '.ts'), files[path])
  expect(listExportedNames('src/index.ts', read)).toEqual([
    '* from @latchkey/wire/caip',
    'ModalClosedError',
    'Widget',
    'b',
    'createLatchkey',
    'default',
    'networks',
    'open',
    'type C',
    'type D',
    'type ErrorCode',
    'type Options',
    'type Ports',
  ])
})

test('names removed and added exports with their entry point', () => {
  const before = { '.': ['a', 'b'], './react': ['useWidget'] }
  const after = { '.': ['b', 'c'] }
  expect(compareEntryPoints(before, after)).toEqual([
    'no longer exports a from "."',
    'newly exports c from "."',
    'no longer exports useWidget from "./react"',
  ])
  expect(compareEntryPoints(before, before)).toEqual([])
})
