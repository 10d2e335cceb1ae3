import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../build/build.mjs'
import { chooseNames, readOptions } from '../lib/commandLine.mjs'
import { describeError, PlainError, runMain } from '../lib/plainError.mjs'
import { findFreePort } from '../lib/ports.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { readJson } from '../lib/workspaces.mjs'
import { canSignIn, needsProvider, startProvider, trySignIn } from './trySignIn.mjs'

const published = ['packages/wire', 'packages/pairing', 'packages/latchkey']
/** Pinned versions of other packages, because not all parts of their newest releases are available. */
const { devDependencies, overrides: pinned } = readJson(inRoot('package.json'))
const foreign = { rolldown: pinned.rolldown, viem: devDependencies.viem }

/**
 * How each package manager installs with strict peers, and its warning when one is missing or wrong. None
 * may install a peer by itself, so that a missing one is reported.
 */
const managers = {
  npm: {
    install: ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=warn'],
    warning: /ERESOLVE|peer dep|unmet/i,
  },
  pnpm: {
    install: [
      ...['npx', '--yes', 'pnpm@10', 'install', '--no-frozen-lockfile'],
      ...['--config.auto-install-peers=false', '--config.strict-peer-dependencies=true'],
    ],
    warning: /peer dependencies|unmet peer|missing peer/i,
  },
  yarn: {
    install: ['npx', '--yes', '--package=@yarnpkg/cli-dist@4', 'yarn', 'install'],
    // A peer not provided, of the wrong version, and the hint to either.
    warning: /YN0002|YN0060|YN0086/,
  },
  yarn1: {
    install: ['npx', '--yes', 'yarn@1', 'install', '--non-interactive', '--no-lockfile'],
    warning: /peer dependency/i,
  },
}

/** Packs our packages as for publishing; returns the archives by package name. */
async function pack(programs, folder) {
  const archives = {}
  for (const workspace of published) {
    const args = ['pack', inRoot(workspace), '--pack-destination', folder, '--json', '--silent']
    const { code, stdout, output } = await programs.capture('npm', args)
    if (code !== 0) throw new PlainError(`Packing ${workspace} failed.\n${output}`)
    const [{ name, filename }] = JSON.parse(stdout)
    archives[name] = `file:${join(folder, filename)}`
  }
  return archives
}

/** A copy of the example that installs our packages from the archives. */
function copyExample(example, folder, archives) {
  const isOurs = (path) => !/[/\\](node_modules|dist|\.next)$/.test(path)
  cpSync(inRoot('examples', example), folder, { recursive: true, filter: isOurs })
  const manifest = readJson(join(folder, 'package.json'))
  const dependencies = { ...manifest.dependencies, latchkey: archives.latchkey }
  const overrides = { ...archives, ...foreign }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      ...manifest,
      dependencies,
      overrides: { ...manifest.overrides, ...overrides, latchkey: '$latchkey' },
      resolutions: { ...manifest.resolutions, ...overrides },
      pnpm: { overrides: { ...manifest.pnpm?.overrides, ...overrides } },
    }),
  )
  writeFileSync(
    join(folder, '.yarnrc.yml'),
    'nodeLinker: node-modules\nenableGlobalCache: true\nenableImmutableInstalls: false\nenableScripts: false\nenableTelemetry: false\n',
  )
  // Yarn 4 searches parent folders for a project unless there is a lockfile.
  writeFileSync(join(folder, 'yarn.lock'), '')
}

async function tryExample(programs, example, folder, { install, warning }) {
  const [command, ...args] = install
  const installed = await programs.capture(command, args, {
    cwd: folder,
    env: { CI: '1', npm_config_ignore_scripts: 'true' },
  })
  if (installed.code !== 0) return `could not be installed\n${tail(installed.output)}`
  const warnings = installed.output.split('\n').filter((line) => warning.test(line))
  if (warnings.length > 0) return `has a warning about peers\n${warnings.join('\n')}`
  const provider = needsProvider(example) ? await startProvider() : undefined
  try {
    return await tryBuild(programs, example, folder, provider?.env)
  } finally {
    await provider?.stop()
  }
}

/** Always by npm: running a script does not depend on the package manager. */
async function tryBuild(programs, example, folder, env) {
  const built = await programs.capture('npm', ['run', 'build'], {
    cwd: folder,
    env: { CI: '1', NEXT_TELEMETRY_DISABLED: '1', ...env },
  })
  if (built.code !== 0) return `could not be built\n${tail(built.output)}`
  if (!canSignIn(example)) return undefined
  const { testWalletScript } = await import('latchkey/testing')
  const port = await findFreePort()
  return trySignIn(programs, { example, folder, port, walletScript: testWalletScript() })
}

const tail = (text) => text.trim().split('\n').slice(-30).join('\n')

runMain(async () => {
  const options = readOptions({ with: { type: 'string' }, only: { type: 'string' } })
  const folders = readdirSync(inRoot('examples'), { withFileTypes: true })
  const known = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const examples = chooseNames(options.only, known)
  const chosen = chooseNames(options.with, Object.keys(managers))
  const programs = createPrograms()
  const work = mkdtempSync(join(tmpdir(), 'latchkey-examples-'))
  onStopSignal(async () => {
    await programs.stopAll()
    rmSync(work, { recursive: true, force: true })
  })
  const local = examples.some(needsProvider) ? ['apps/provider*', 'apps/dev-stack'] : []
  await build({ programs, only: [...published, 'packages/latchkey*', ...local] })

  let failed = 0
  try {
    const archives = await pack(programs, work)
    for (const manager of chosen) {
      for (const example of examples) {
        const began = performance.now()
        const folder = join(work, `${manager}-${example}`)
        mkdirSync(folder)
        copyExample(example, folder, archives)
        const problem = await tryExample(programs, example, folder, managers[manager]).catch(
          describeError,
        )
        const seconds = ((performance.now() - began) / 1000).toFixed(0)
        console.log(
          `${problem ? 'FAIL' : 'pass'}  ${manager.padEnd(5)} ${example} ${seconds} s${problem ? `: ${problem}` : ''}`,
        )
        if (problem) failed += 1
        rmSync(folder, { recursive: true, force: true })
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  if (failed > 0) process.exitCode = 1
})
