import { parseArgs } from 'node:util'
import { PlainError } from './plainError.mjs'

/** Parses a script's options; an unknown option is reported with the list of known ones. */
export function readOptions(options, args = process.argv.slice(2)) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`)
    throw new PlainError(`${error.message}\nKnown options: ${known.join(', ') || 'none'}.`)
  }
}

/** Splits `a,b` and rejects unknown names; without a value returns all known names. */
export function chooseNames(value, known) {
  if (value === undefined) return [...known]
  const chosen = value.split(',').map((name) => name.trim())
  for (const name of chosen) {
    if (!known.includes(name)) {
      throw new PlainError(`There is no "${name}"; choose from ${known.join(', ')}.`)
    }
  }
  return known.filter((name) => chosen.includes(name))
}

/** Parses an integer within a range, or throws an error that names the option. */
export function readInteger(option, value, { min, max }) {
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new PlainError(
      `--${option} must be a whole number from ${min} to ${max}, not "${value}".`,
    )
  }
  return number
}
