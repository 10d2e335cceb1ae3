import { expect, it, vi } from 'vitest'
import { createFakeSiwx, fakeSession } from '../../../fixtures/fakeSiwx.js'
import { createSignInWidget } from '../../../fixtures/signInWidget.js'
import type { Instance } from '../../boot/instances.js'
import { signIn } from '../../features/siwx/actions/signIn.js'
import { accountButton } from './accountButton.js'
import { buttonParts } from './buttonModel.js'

async function create(siwx = createFakeSiwx()) {
  const world = createSignInWidget({ siwx })
  await world.connect()
  const open = vi.fn(async () => undefined)
  const instance = { widget: world.widget, latchkey: { open } } as unknown as Instance
  const rerender = vi.fn()
  const render = (settings = {}) => {
    const model = accountButton(instance, settings, rerender)
    return model && { ...model, name: buttonParts(model).attributes['aria-label'] }
  }
  return { ...world, open, render, rerender }
}

it('shows that the account is not signed in, and opens the sign-in view', async () => {
  const { render, open } = await create()
  const button = render()
  expect(button).toMatchObject({ text: 'Sign In', fact: undefined, name: 'Sign In, account 0xA1' })
  await button?.onClick()
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ view: 'SIWXSignMessage' }))
})

it('shows the account once it is signed in', async () => {
  const { render, rerender, widget } = await create()
  const stop = render()?.watch?.(rerender)
  rerender.mockClear()
  await signIn(widget)
  expect(rerender).toHaveBeenCalled()
  expect(render()).toMatchObject({ text: '0xA1' })
  stop?.()
})

it('shows the account of a chain family that is not active', async () => {
  const { render, connect } = await create(
    createFakeSiwx({ stored: [fakeSession('eip155:1', '0xA1')] }),
  )
  await connect('ghost')
  expect(render()).toMatchObject({ text: 'Sign In' })
  expect(render({ namespace: 'eip155' })).toMatchObject({ text: '0xA1' })
})
