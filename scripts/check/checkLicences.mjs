import { existsSync } from 'node:fs'
import { inRoot } from '../lib/root.mjs'
import { readJson } from '../lib/workspaces.mjs'

const allowed = [
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'Unlicense'],
  ...['CC0-1.0', 'BlueOak-1.0.0', 'Python-2.0'],
]
const allowedForDevelopment = ['MPL-2.0', 'CC-BY-4.0']

/** Test peers whose later versions changed their license, with the last permissive version. */
const restricted = /^@walletconnect\/(sign-client|core|utils|types)$/
const lastFreeVersion = '2.21.8'
const banned = /^@reown\//

/** Packages that state their license only in a file. */
const statedInFile = { 'text-encoding-utf-8@1.0.2': 'Unlicense' }

/** Locked packages with a rejected license, name or version, one sentence each. */
export function checkLicences(
  lock = readJson(inRoot('package-lock.json')),
  readLicence = installed,
) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (name === undefined || entry.link) return [] // a workspace of ours
    const full = `${name}@${entry.version}`
    if (banned.test(name)) return [`${full} is not allowed`]
    if (restricted.test(name)) {
      if (!entry.dev) return [`${full} is for tests only, but something we ship depends on it`]
      if (isLater(entry.version, lastFreeVersion)) {
        return [
          `${full} is not allowed: ${lastFreeVersion} is the last version under a free licence`,
        ]
      }
    }
    const licence = entry.license ?? readLicence(path) ?? statedInFile[full]
    const accepted = entry.dev ? [...allowed, ...allowedForDevelopment] : allowed
    if (licence && satisfies(licence, accepted)) return []
    return [`${full} has the licence ${licence ?? '(none given)'}, which is not on the list`]
  })
}

/** Whether the accepted licences satisfy an SPDX expression. */
export function satisfies(expression, accepted) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  const any = () => {
    let result = every()
    while (tokens[0] === 'OR') {
      tokens.shift()
      result = every() || result
    }
    return result
  }
  const every = () => {
    let result = one()
    while (tokens[0] === 'AND') {
      tokens.shift()
      result = one() && result
    }
    return result
  }
  const one = () => {
    const token = tokens.shift()
    if (token !== '(') return accepted.includes(token)
    const result = any()
    return tokens.shift() === ')' && result
  }
  const result = any()
  return result && tokens.length === 0
}

function isLater(version, than) {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}

/** The licence in the manifest of an installed package; old manifests have a list of names or objects. */
function installed(path) {
  const manifest = inRoot(path, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { license, licenses } = readJson(manifest)
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map((one) => one.type ?? one).join(' OR ')
}
