import { isRecord, isText } from './shape.js'

const width = 90

/** A value as the source text of a JavaScript literal, in this project's style. */
export function printLiteral(value: unknown, indent = ''): string {
  if (isText(value)) return printText(value)
  if (!Array.isArray(value) && !isRecord(value)) return String(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const print = (deeper: string) =>
    isList
      ? value.map((item) => printLiteral(item, deeper))
      : Object.entries(value).map(
          ([name, item]) => `${printName(name)}: ${printLiteral(item, deeper)}`,
        )
  const short = print(indent)
  if (short.length === 0) return isList ? '[]' : '{}'
  const line = `${open}${short.join(', ')}${close}`
  if (indent.length + line.length <= width && !line.includes('\n')) return line
  const deeper = `${indent}  `
  const items = print(deeper).map((item) => `${deeper}${item},\n`)
  return `${open.trim()}\n${items.join('')}${indent}${close.trim()}`
}

export function printName(name: string): string {
  // Written plainly, this one name would set the prototype instead.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : printText(name)
}

/** Single quotes, and nothing that could end the script element around it. */
export function printText(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('<', '\\x3c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `'${inner}'`
}
