import { expect, test } from 'vitest'
import { listStatic } from './siteSize.mjs'

test('separates what an entry loads at once from what comes later', () => {
  const manifest = {
    'src/main.ts': { file: 'a.js', imports: ['_shared.js'], dynamicImports: ['src/later.ts'] },
    '_shared.js': { file: 'b.js', imports: ['_deep.js'] },
    '_deep.js': { file: 'c.js', imports: ['_shared.js'] },
    'src/later.ts': { file: 'd.js', imports: ['_shared.js'] },
  }
  expect(listStatic(manifest, 'src/main.ts')).toEqual(['src/main.ts', '_shared.js', '_deep.js'])
})
