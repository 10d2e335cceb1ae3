import { parseArgs } from 'node:util'
import { PlainError } from './plainError.mjs'

/** The options of a script; an option it does not know is answered with the list of those it does. */
export function readOptions(options, args = process.argv.slice(2)) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`)
    throw new PlainError(`${error.message}\nKnown options: ${known.join(', ') || 'none'}.`)
  }
}

/** Splits `a,b` and refuses names outside `known`; without a value every known name is chosen. */
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

/** A whole number in a range, or a sentence that names the option. */
export function readInteger(option, value, { min, max }) {
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new PlainError(
      `--${option} must be a whole number from ${min} to ${max}, not "${value}".`,
    )
  }
  return number
}
