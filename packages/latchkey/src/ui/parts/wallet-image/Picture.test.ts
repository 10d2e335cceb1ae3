import { expect, it } from 'vitest'
import { isPicture } from './Picture.js'

it.each([
  ['https://wallet.example/icon.png', true],
  ['data:image/svg+xml;base64,PHN2Zz4=', true],
  ['DATA:IMAGE/PNG;base64,AA', true],
  ['http://wallet.example/icon.png', false],
  ['data:text/html,<script>', false],
  ['javascript:alert(1)', false],
  ['blob:https://wallet.example/1', false],
  ['//wallet.example/icon.png', false],
  ['', false],
])('%s is shown: %s', (address, expected) => {
  expect(isPicture(address)).toBe(expected)
})
