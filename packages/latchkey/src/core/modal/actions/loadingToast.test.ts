import { expect, it } from 'vitest'
import { createFakeLogin } from '../../../../fixtures/fakeLogin.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { connect } from '../../connection/actions/connect.js'
import { disconnectWallet } from '../../connection/actions/disconnectWallet.js'
import { connectLogin } from '../../login/actions/connectLogin.js'
import { setAccountType } from '../../login/actions/setAccountType.js'
import * as limits from '../../runtime/limits.js'
import { actionText } from '../../text/modal.js'
import { profile } from '../../text/profile.js'
import { withLoadingToast } from './loadingToast.js'
import { notify } from './notify.js'

/** A promise that the test settles. */
function pending() {
  let end = (_error?: Error) => {}
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve())
  })
  return { promise, end: (error?: Error) => end(error) }
}

function setUp(given?: Parameters<typeof createTestWidget>[0]) {
  const test = createTestWidget(given)
  return { ...test, toast: () => test.widget.stores.notice.get().toast }
}

it('shows nothing when the wait is short', async () => {
  const { widget, clock, toast } = setUp()
  const { promise, end } = pending()
  const waited = withLoadingToast(widget, 'Waiting', () => promise)
  await clock.advance(limits.longWait - 1)
  end()
  await waited
  await clock.advance(limits.longWait)
  expect(toast()).toBeUndefined()
})

it.each([undefined, new Error('no')])('shows the toast until the wait ends: %s', async (error) => {
  const { widget, clock, toast } = setUp()
  const { promise, end } = pending()
  const waited = withLoadingToast(widget, 'Waiting', () => promise).catch((cause) => cause)
  await clock.advance(limits.longWait)
  expect(toast()).toMatchObject({ variant: 'loading', message: 'Waiting' })
  end(error)
  expect(await waited).toBe(error)
  expect(toast()).toBeUndefined()
})

it('removes the toast when the wait ends while another toast makes room', async () => {
  const { widget, clock, toast } = setUp()
  const { promise, end } = pending()
  await notify(widget, { variant: 'error', message: 'Before' })
  const waited = withLoadingToast(widget, 'Waiting', () => promise)
  await clock.advance(limits.longWait)
  end()
  await waited
  await clock.advance(limits.toastReshowDelay)
  expect(toast()).toBeUndefined()
})

it('is shown while the embedded wallet switches its account', async () => {
  const test = setUp({ options: { providerUrls: { login: 'https://login.test' } } })
  const login = createFakeLogin(test.widget)
  await connectLogin(login.widget, { signal: login.widget.signal })
  const { promise, end } = pending()
  login.answers.set('SET_PREFERRED_ACCOUNT', () => promise)
  const { user } = login.widget.stores.login.get()
  const type = user?.accountType === 'eoa' ? 'smartAccount' : 'eoa'
  login.widget.stores.login.set({ smartAccountNetworks: [1] })
  const switched = setAccountType(login.widget, { type })
  await test.clock.advance(limits.longWait)
  expect(login.widget.stores.notice.get().toast).toMatchObject({
    variant: 'loading',
    message: actionText.switchingAccount,
  })
  end()
  await switched
  expect(login.widget.stores.notice.get().toast).toBeUndefined()
})

it('is shown while a wallet disconnects slowly', async () => {
  const { widget, evm, clock, toast } = setUp()
  evm.announce({ id: 'io.one' })
  await connect(widget, { connectorId: 'io.one' })
  const session = widget.sessions.get('eip155')
  const { promise, end } = pending()
  Object.assign(session as object, { end: () => promise })
  const left = disconnectWallet(widget, { namespace: 'eip155', id: 'io.one' })
  await clock.advance(limits.longWait)
  expect(toast()).toMatchObject({ variant: 'loading', message: actionText.disconnecting })
  end()
  await left
  expect(toast()).toMatchObject({ variant: 'success', message: profile.disconnected })
})
