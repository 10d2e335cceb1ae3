import { expect, test } from 'vitest'
import { fetchTogether } from './fetchTogether.mjs'

const chunk = (fileName, { code = '', imports = [], dynamicImports = [] } = {}) => ({
  [fileName]: { type: 'chunk', fileName, code, imports, dynamicImports },
})

test('fetches the imports of a file with it, unless they are loaded already', () => {
  const bundle = {
    ...chunk('parts/boot.js', {
      code: 'const open=()=>import(`./view.js`)',
      imports: ['parts/shared.js'],
      dynamicImports: ['parts/view.js'],
    }),
    ...chunk('parts/view.js', { imports: ['parts/shared.js', 'parts/list.js'] }),
    ...chunk('parts/list.js', { imports: ['parts/row.js'] }),
    ...chunk('parts/row.js'),
    ...chunk('parts/shared.js'),
  }
  fetchTogether(bundle)
  expect(bundle['parts/boot.js'].code).toBe(
    'const open=()=>(import(`./list.js`).catch(()=>{}),import(`./row.js`).catch(()=>{}),import(`./view.js`))',
  )
})

test('keeps the paths of files in other folders', () => {
  const bundle = {
    ...chunk('latchkey.js', {
      code: 'import(`./parts/view.js`)',
      dynamicImports: ['parts/view.js'],
    }),
    ...chunk('parts/view.js', { imports: ['parts/list.js'] }),
    ...chunk('parts/list.js'),
  }
  fetchTogether(bundle)
  expect(bundle['latchkey.js'].code).toBe(
    '(import(`./parts/list.js`).catch(()=>{}),import(`./parts/view.js`))',
  )
})

test('fetches only the file if it has no imports', () => {
  const bundle = {
    ...chunk('boot.js', { code: 'import(`./view.js`)', dynamicImports: ['view.js'] }),
    ...chunk('view.js', { imports: ['boot.js'] }),
  }
  fetchTogether(bundle)
  expect(bundle['boot.js'].code).toBe('import(`./view.js`)')
})

test('throws if it does not find a call', () => {
  const bundle = {
    ...chunk('boot.js', { code: 'import("./view.js")', dynamicImports: ['view.js'] }),
    ...chunk('view.js', { imports: ['list.js'] }),
    ...chunk('list.js'),
  }
  expect(() => fetchTogether(bundle)).toThrow('boot.js has no import(`./view.js`)')
})
