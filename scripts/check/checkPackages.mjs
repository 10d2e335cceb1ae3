import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { inRoot } from '../lib/root.mjs'
import { readJson } from '../lib/workspaces.mjs'

export const publishedPackages = ['packages/wire', 'packages/pairing', 'packages/latchkey']

/** Our packages are ESM only, so results for other module systems do not matter. */
const ignoredResolutions = ['node10', 'node16-cjs']
const ignoredKinds = ['CJSResolvesToESM']

/** Problems for someone who installs our packages, one sentence each. */
export async function checkPackages(programs) {
  const problems = []
  for (const folder of publishedPackages) {
    const tarball = readFileSync(await packPackage(programs, folder))
    const data = toArrayBuffer(tarball)
    problems.push(...(await lintPackage(folder, data)), ...(await resolveTypes(folder, tarball)))
  }
  return problems
}

/** Packs a built package as for publishing and returns the tarball's path. */
async function packPackage(programs, folder) {
  const target = inRoot('.cache', 'packed', folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error']
  const { code, stdout, stderr } = await programs.capture(
    'npm',
    [...args, '--pack-destination', target],
    { cwd: inRoot(folder) },
  )
  if (code !== 0) throw new Error(`npm pack failed in ${folder}: ${stderr}`)
  return inRoot('.cache', 'packed', folder, JSON.parse(stdout)[0].filename)
}

async function lintPackage(folder, tarball) {
  const { messages } = await publint({ pack: { tarball } })
  const manifest = readJson(inRoot(folder, 'package.json'))
  return messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => `${folder}: ${formatMessage(message, manifest, { color: false })}`)
}

async function resolveTypes(folder, tarball) {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
  if (!result.types) return [`${folder}: contains no types`]
  return result.problems
    .filter(
      ({ kind, resolutionKind }) =>
        !ignoredKinds.includes(kind) && !ignoredResolutions.includes(resolutionKind),
    )
    .map(({ kind, entrypoint, resolutionKind }) =>
      [`${folder}: ${kind}`, entrypoint && `at "${entrypoint}"`, resolutionKind]
        .filter(Boolean)
        .join(' '),
    )
}

const toArrayBuffer = ({ buffer, byteOffset, byteLength }) =>
  buffer.slice(byteOffset, byteOffset + byteLength)
