import { describe, expect, it } from 'vitest'
import { toManifest } from './packProvider.mjs'

const manifest = {
  name: '@latchkey/provider',
  version: '0.1.0',
  private: true,
  bin: { 'latchkey-provider': './dist/server.js' },
  exports: { './startApi': './dist/startApi.js' },
  scripts: { build: 'tsc' },
  dependencies: { '@latchkey/wire': '0.1.0', latchkey: '0.1.0', ws: '8.22.2' },
  devDependencies: { '@noble/curves': '2.3.0' },
}

describe('the manifest of the packed provider', () => {
  it('can be installed without a package of the repository', () => {
    expect(toManifest(manifest, ['latchkey', '@latchkey/wire', '@noble/curves'])).toEqual({
      name: '@latchkey/provider',
      version: '0.1.0',
      bin: { 'latchkey-provider': './dist/server.js' },
      dependencies: { '@noble/curves': expect.stringMatching(/^\d+\.\d+\.\d+$/), ws: '8.22.2' },
    })
  })

  it('is not made when an imported package has no version', () => {
    expect(() => toManifest(manifest, ['left-pad'])).toThrow('version of left-pad')
  })
})
