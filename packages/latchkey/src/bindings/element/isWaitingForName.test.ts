import { expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeProvider } from '../../../fixtures/fakeProvider.js'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import * as limits from '../../core/runtime/limits.js'
import { isWaitingForName } from './accountButton.js'

const key = { address: '0xA1', network: evmNetwork('1') }

it('waits until the name has loaded, then rerenders every caller', async () => {
  const provider = createFakeProvider({ getIdentity: () => ({ name: 'a.eth', avatar: null }) })
  const { widget } = createTestWidget({ provider })
  const rerender = vi.fn()
  expect(isWaitingForName(widget, key, rerender)).toBe(true)
  expect(isWaitingForName(widget, key, rerender)).toBe(true)
  await vi.waitFor(() => expect(rerender).toHaveBeenCalledTimes(2))
  expect(isWaitingForName(widget, key, rerender)).toBe(false)
})

it('waits only once and stops after the limit', async () => {
  const { widget, clock } = createTestWidget({ provider: createFakeProvider() })
  const rerender = vi.fn()
  expect(isWaitingForName(widget, key, rerender)).toBe(true)
  await clock.advance(limits.nameWait)
  expect(rerender).toHaveBeenCalledTimes(1)
  expect(isWaitingForName(widget, { ...key, address: '0xB2' }, () => undefined)).toBe(false)
})

it.each([
  ['without a network', undefined],
  ['on a test network', { ...key, network: evmNetwork('5', { isTestnet: true }) }],
])('does not wait %s', (_, input) => {
  const { widget } = createTestWidget({ provider: createFakeProvider() })
  expect(isWaitingForName(widget, input, () => undefined)).toBe(false)
})

it('does not wait without a provider', () => {
  const { widget } = createTestWidget()
  expect(isWaitingForName(widget, key, () => undefined)).toBe(false)
})
