import { expect, test } from 'vitest'
import { isReact } from './pageSize.mjs'

test("React's chunk is told from the script of a page called react", () => {
  const entry = 'http://localhost:1/assets/react-a1b2.js'
  expect(isReact(entry, [entry])).toBe(false)
  expect(isReact('http://localhost:1/assets/react-c3d4.js', [entry])).toBe(true)
  expect(isReact('http://localhost:1/assets/reactive-c3d4.js', [entry])).toBe(false)
})
