import { existsSync } from 'node:fs'
import { inRoot } from '../lib/root.mjs'
import { listWorkspaces, readJson } from '../lib/workspaces.mjs'

/**
 * What is built, in order. `needs`: steps whose result this one reads. `inputs`: folders and files that
 * determine the result. `output`: exists when the step is done. `command`: program and arguments.
 */
export function listBuildSteps() {
  const libraries = Object.keys(libraryNeeds)
  const pages = listWorkspaces().filter(
    (folder) =>
      !libraries.includes(folder) &&
      (existsSync(inRoot(folder, 'vite.config.ts')) || hasOwnScript(folder)),
  )
  const steps = [
    ...libraries.filter((folder) => existsSync(inRoot(folder, 'src'))).map(compileLibrary),
    ...(existsSync(inRoot(widget, 'src')) ? [bundleWidgetStep, bundleScriptStep] : []),
    ...(existsSync(inRoot(provider, 'images')) ? [drawImagesStep] : []),
  ]
  const libraryNames = steps.map(({ name }) => name).filter((name) => name.startsWith('packages/'))
  const last = pages.includes(sampleWallet) ? [copyTestWalletStep] : []
  return [...steps, ...pages.map((folder) => bundlePage(folder, libraryNames)), ...last]
}

const widget = 'packages/latchkey'

/** The widget's scripts; its declarations are compiled before. */
const bundleWidgetStep = {
  name: `${widget} scripts`,
  needs: [widget],
  inputs: [
    widget,
    'packages/parts',
    'packages/wire',
    'scripts/build/bundleWidget.mjs',
    'scripts/build/compactStyles.mjs',
    'scripts/build/preactAliases.mjs',
  ],
  output: `${widget}/dist/exports/index.js`,
  command: ['node', 'scripts/build/bundleWidget.mjs'],
}

/** The widget as one script for pages without a build. */
const bundleScriptStep = {
  ...bundleWidgetStep,
  name: `${widget} page script`,
  inputs: [
    ...bundleWidgetStep.inputs,
    'packages/pairing',
    'scripts/build/bundleScript.mjs',
    'scripts/build/fetchTogether.mjs',
  ],
  output: `${widget}/dist/script/latchkey.js`,
  command: ['node', 'scripts/build/bundleScript.mjs'],
}

const sampleWallet = 'apps/sample-wallet'

/** The wallet of `latchkey/testing`. */
const copyTestWalletStep = {
  name: `${widget} test wallet`,
  needs: [widget, sampleWallet],
  inputs: ['scripts/build/copyTestWallet.mjs'],
  output: `${widget}/dist/testing/wallet.js`,
  command: ['node', 'scripts/build/copyTestWallet.mjs'],
}

const provider = 'apps/provider'

const drawImagesStep = {
  name: `${provider} images`,
  needs: [provider, bundleWidgetStep.name],
  inputs: [`${provider}/data`, `${provider}/images`],
  output: `${provider}/dist/images`,
  command: ['node', `${provider}/images/drawImages.mjs`],
}

const libraryNeeds = {
  'packages/wire': [],
  'packages/pairing': ['packages/wire'],
  'packages/latchkey': ['packages/wire', 'packages/pairing'],
  'apps/provider': ['packages/wire', 'packages/latchkey'],
  'apps/dev-stack': ['packages/wire', 'apps/provider'],
}

function compileLibrary(folder) {
  const own = `${folder}/tsconfig.build.json`
  const config = existsSync(inRoot(own)) ? own : `${folder}/tsconfig.json`
  return {
    name: folder,
    needs: libraryNeeds[folder],
    inputs: [folder, 'tsconfig.base.json'],
    output: `${folder}/dist`,
    clean: true,
    // Emit only: `npm run check` checks the types.
    command: ['node', 'node_modules/typescript/bin/tsc', '-p', config, '--noCheck'],
  }
}

/** A page is bundled by its own `build` script when one bundle is not enough for it. */
function bundlePage(folder, needs) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  return {
    name: folder,
    needs,
    inputs: [folder, 'tsconfig.base.json', 'scripts/build/preactAliases.mjs'],
    output: `${folder}/dist`,
    command: hasOwnScript(folder)
      ? ['npm', 'run', 'build', '--silent']
      : ['node', vite, 'build', '--logLevel', 'warn'],
    cwd: folder,
  }
}

function hasOwnScript(folder) {
  return readJson(inRoot(folder, 'package.json')).scripts?.build !== undefined
}
