import { expect, test } from 'vitest'
import { isLibrary } from './pageSize.mjs'

test("distinguishes a library's chunk from the script of a page of the same name", () => {
  const entry = 'http://localhost:1/assets/react-a1b2.js'
  expect(isLibrary(entry, [entry])).toBe(false)
  expect(isLibrary('http://localhost:1/assets/react-c3d4.js', [entry])).toBe(true)
  expect(isLibrary('http://localhost:1/assets/reactive-c3d4.js', [entry])).toBe(false)
})
