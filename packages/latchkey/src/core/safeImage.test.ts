import { expect, it } from 'vitest'
import { safeImage } from './safeImage.js'

it.each([
  ['https://wallet.example/icon.png', true],
  [' https://wallet.example/icon.png\n', true],
  ['data:image/svg+xml;base64,PHN2Zz4=', true],
  ['DATA:IMAGE/PNG;base64,AA', true],
  ['http://localhost:4404/icon.png', true],
  ['http://wallet.example/icon.png', false],
  ['data:text/html,<script>', false],
  ['javascript:alert(1)', false],
  ['blob:https://wallet.example/1', false],
  ['//wallet.example/icon.png', false],
  ['', false],
])('%j is shown: %s', (address, expected) => {
  expect(safeImage(address) !== undefined).toBe(expected)
})
