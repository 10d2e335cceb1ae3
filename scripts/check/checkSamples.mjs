import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../lib/root.mjs'
import { runTypeCompiler } from './typeCompiler.mjs'

/** Guide tables that must be complete, by the heading of their first column. */
const whole = {
  Option: "keyof import('latchkey').LatchkeyOptions",
  Feature: "keyof import('latchkey').FeatureOptions",
  'Theme variable': "keyof import('latchkey').ThemeVariables",
  Call: "keyof import('latchkey').Latchkey",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the type of names that begin so
  Hook: "Extract<keyof typeof import('latchkey/react'), `use${string}`>",
}

/**
 * Compiles the code of the documents against the published types, as a reader who copies it would, and
 * compares the guide's tables with them. Problems name the line of the document.
 */
export async function checkSamples(programs) {
  const folder = inRoot('.cache', 'samples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const document of listDocuments()) {
    const text = readFileSync(inRoot(document), 'utf8')
    const modules = [...samplesOf(text), ...(document === 'docs/guide.md' ? tablesOf(text) : [])]
    for (const { line, extension, code } of modules) {
      writeFileSync(join(folder, `${document.replaceAll('/', '+')}.${line}.${extension}`), code)
    }
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const { code, output } = await runTypeCompiler(programs, ['-p', folder])
  return code === 0 ? [] : [atDocuments(output.trim())]
}

const configuration = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], customConditions: [], noEmit: true },
  include: ['*', '../../docs/given.d.ts', '../../docs/next.d.ts'],
}

function listDocuments() {
  const docs = readdirSync(inRoot('docs')).filter((name) => name.endsWith('.md'))
  return ['README.md', 'packages/pairing/README.md', ...docs.map((name) => `docs/${name}`)]
}

/** TypeScript blocks as modules that keep the document's line numbers. */
export function samplesOf(text) {
  const blocks = text.matchAll(/^```(tsx?)\n(.*?)^```$/gms)
  return [...blocks].map(({ 1: extension, 2: code, index }) => {
    const line = text.slice(0, index).split('\n').length
    return { line, extension, code: `${'\n'.repeat(line)}${code}export {}\n` }
  })
}

/** Each complete table as an object whose keys are its first column. */
export function tablesOf(text) {
  const lines = text.split('\n')
  return Object.entries(whole).map(([head, names]) => {
    const line = Math.max(lines.findIndex((one) => one.startsWith(`| ${head} |`)) + 1, 1)
    const rest = lines.slice(line + 1)
    const rows = rest
      .slice(
        0,
        rest.findIndex((one) => !one.startsWith('|')),
      )
      .map((row) => {
        const cell = row.split(' | ')[0] ?? ''
        return [...cell.matchAll(/`([-\w]+)/g)].map(([, name]) => `'${name}': true,`).join(' ')
      })
    const code = `export const named: { [name in ${names}]-?: true } = {\n\n${rows.join('\n')}\n}\n`
    return { line, extension: 'ts', code: '\n'.repeat(line - 1) + code }
  })
}

/** Compiler messages about our modules, with the documents they come from. */
const atDocuments = (output) =>
  output.replaceAll(
    /^\S*?([^\s/]+\.md)\.\d+\.tsx?\((\d+),\d+\): error /gm,
    (_, document, line) => `${document.replaceAll('+', '/')}:${line} `,
  )
