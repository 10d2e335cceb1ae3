import { readFileSync } from 'node:fs'
import { extname, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { listFiles } from '../lib/fileHash.mjs'
import { inRoot, root } from '../lib/root.mjs'

/** @typedef {{ path: string, text: string, program: any, lineOf(node: { start: number }): number }} Source */

const extensions = new Set(['.ts', '.tsx', '.mts', '.mjs', '.js'])

/** Every source file below the given folders, parsed; paths are relative to the repository. */
export function readSources(folders) {
  return folders
    .flatMap((folder) => listFiles(inRoot(folder)))
    .filter((path) => extensions.has(extname(path)))
    .map((path) =>
      parseSource(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')),
    )
}

/** @returns {Source} */
export function parseSource(path, text) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return { path, text, program, lineOf: ({ start }) => text.slice(0, start).split('\n').length }
}

/** Tests and the suites they share may reach anywhere. */
export const isTest = (path) => /\.(test|test-d|spec)\.\w+$|Contract\.tsx?$/.test(path)

/**
 * Visits a node and everything below it, with the chain of ancestors, nearest last. Returning `false`
 * skips what is below.
 */
export function walk(node, visit, ancestors = []) {
  if (visit(node, ancestors) === false) return
  const path = [...ancestors, node]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') walk(child, visit, path)
    }
  }
}

/**
 * What a file imports or re-exports.
 *
 * @returns {{ specifier: string, kind: 'value' | 'type' | 'lazy', node: any }[]}
 */
export function listImports({ program }) {
  const imports = []
  const add = (source, kind, node) => {
    if (typeof source?.value === 'string') imports.push({ specifier: source.value, kind, node })
  }
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') {
      add(node.source, node.importKind === 'type' ? 'type' : 'value', node)
    } else if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') {
      add(node.source, node.exportKind === 'type' ? 'type' : 'value', node)
    } else if (node.type === 'ImportExpression') {
      add(node.source, 'lazy', node)
    } else if (node.type === 'TSImportType') {
      add(node.source ?? node.argument?.literal ?? node.argument, 'type', node)
    }
  })
  return imports
}
