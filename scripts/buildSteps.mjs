import { existsSync } from 'node:fs'
import { inRoot } from './root.mjs'
import { listWorkspaces, readJson } from './workspaces.mjs'

/**
 * What is built, in order. `needs`: steps whose result this one reads. `inputs`: folders and files that
 * decide the result. `output`: what proves that the result is there. `command`: program and arguments.
 */
export function listBuildSteps() {
  const libraries = ['packages/wire', 'packages/pairing', 'packages/latchkey', 'apps/provider']
  const pages = listWorkspaces().filter(
    (folder) => existsSync(inRoot(folder, 'vite.config.ts')) || hasOwnScript(folder),
  )
  const steps = [
    ...libraries.filter((folder) => existsSync(inRoot(folder, 'src'))).map(compileLibrary),
    ...(existsSync(inRoot(sealedModal)) ? [compactStylesStep, sealModalStep] : []),
  ]
  const libraryNames = steps.map(({ name }) => name).filter((name) => name.startsWith('packages/'))
  return [...steps, ...pages.map((folder) => bundlePage(folder, libraryNames))]
}

const sealedModal = 'packages/latchkey/src/ui/mount.sealed.tsx'

const compactStylesStep = {
  name: 'packages/latchkey styles',
  needs: ['packages/latchkey'],
  inputs: ['packages/latchkey/src', 'scripts/compactStyles.mjs'],
  output: 'packages/latchkey/dist/ui/theme/styles.js',
  command: ['node', 'scripts/compactStyles.mjs'],
}

const sealModalStep = {
  name: 'packages/latchkey sealed modal',
  needs: ['packages/latchkey styles'],
  inputs: ['packages/latchkey/src', 'scripts/sealModal.mjs'],
  output: 'packages/latchkey/dist/ui/mount.sealed.js',
  command: ['node', 'scripts/sealModal.mjs'],
}

const libraryNeeds = {
  'packages/wire': [],
  'packages/pairing': ['packages/wire'],
  'packages/latchkey': ['packages/wire', 'packages/pairing'],
  'apps/provider': ['packages/wire'],
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
    command: ['node', 'node_modules/typescript/bin/tsc', '-p', config],
  }
}

/** A page is bundled by its own `build` script when one bundle is not enough for it. */
function bundlePage(folder, needs) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  return {
    name: folder,
    needs,
    inputs: [folder, 'tsconfig.base.json'],
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
