import { describe, expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { connect } from '../../connection/actions/connect.js'
import { closeModal, goBack, navigate, openModal } from '../../modal/actions/navigation.js'
import { currentRoute } from '../../modal/store.js'
import { RequestAbortedError } from '../../runtime/errors/login.js'
import * as limits from '../../runtime/limits.js'
import { guardRequest } from './guardRequest.js'

async function setUp(options: Parameters<typeof createTestWidget>[0] = {}) {
  const test = createTestWidget(options)
  test.evm.announce({ id: 'acme' })
  await connect(test.widget, { connectorId: 'acme' })
  const { router, modal, login } = test.widget.stores
  return {
    ...test,
    view: () => currentRoute(router.get()).view,
    isOpen: () => modal.get().isOpen,
    approvals: () => login.get().approvals,
    /** A request that waits for its confirmation; `reaction` is how the frame reacts to a closed modal. */
    sendRequest(method = 'personal_sign', { signal, reaction = 'aborts' }: RequestOptions = {}) {
      const seen: { value?: unknown; error?: Error & { code?: string }; calledOff: number } = {
        calledOff: 0,
      }
      let settle: { resolve(value: unknown): void; reject(error: Error): void } | undefined
      guardRequest(test.widget, {
        method,
        namespace: 'eip155',
        signal,
        run: () =>
          new Promise((resolve, reject) => {
            settle = { resolve, reject }
          }),
        async cancel() {
          seen.calledOff += 1
          if (reaction === 'nothing') throw new Error('ignored')
          if (reaction === 'aborts') settle?.reject(new RequestAbortedError())
        },
      }).then(
        (value) => Object.assign(seen, { value }),
        (error) => Object.assign(seen, { error }),
      )
      const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
      return {
        seen,
        wasRequested: () => settle !== undefined,
        async answer(value: unknown) {
          settle?.resolve(value)
          await turn()
        },
        async fail(error: Error) {
          settle?.reject(error)
          await turn()
        },
        turn,
      }
    },
  }
}

type RequestOptions = {
  readonly signal?: AbortSignal
  /** `aborts` an unconfirmed request, `goes on` with a confirmed one, or does `nothing`. */
  readonly reaction?: 'aborts' | 'goes on' | 'nothing'
}

describe('guardRequest', () => {
  it('passes reads without a confirmation', async () => {
    const { sendRequest, isOpen } = await setUp()
    const read = sendRequest('eth_call')
    expect(isOpen()).toBe(false)
    await read.answer('0x1')
    expect(read.seen.value).toBe('0x1')
  })

  it('opens the modal for a confirmation and closes it afterwards', async () => {
    const { sendRequest, isOpen, view, approvals } = await setUp()
    const yes = sendRequest()
    expect([isOpen(), view(), approvals()]).toEqual([true, 'ApproveTransaction', 1])
    await yes.answer('0xsigned')
    expect(yes.seen.value).toBe('0xsigned')
    expect([isOpen(), approvals()]).toEqual([false, 0])
    const no = sendRequest()
    await no.fail(new Error('refused'))
    expect(no.seen.error?.message).toBe('refused')
    expect(isOpen()).toBe(false)
  })

  it('shows the confirmation over an open view and goes back to it', async () => {
    const { widget, sendRequest, isOpen, view } = await setUp()
    openModal(widget)
    navigate(widget, { view: 'WalletReceive', params: undefined })
    const request = sendRequest('eth_sendTransaction')
    expect(view()).toBe('ApproveTransaction')
    expect(widget.stores.router.get().transactions).toBe(1)
    await request.answer('0xhash')
    expect([isOpen(), view()]).toEqual([true, 'WalletReceive'])
    expect(widget.stores.router.get().transactions).toBe(0)
  })

  it('stays open until the last of several requests is confirmed', async () => {
    const { sendRequest, isOpen, view, approvals } = await setUp()
    const [first, second] = [sendRequest(), sendRequest()]
    expect(approvals()).toBe(2)
    await first.answer('0x1')
    expect([isOpen(), view(), approvals()]).toEqual([true, 'ApproveTransaction', 1])
    await second.answer('0x2')
    expect(isOpen()).toBe(false)
  })

  it.each([
    ['the modal is closed', false, closeModal],
    ['the modal is closed over a waiting view', true, closeModal],
    ['the visitor goes back', true, goBack],
  ])('aborts when %s', async (_, startsOpen, leave) => {
    const { widget, sendRequest, approvals, isOpen } = await setUp()
    if (startsOpen) openModal(widget)
    const requests = [sendRequest(), sendRequest('eth_sendTransaction')]
    leave(widget)
    for (const { seen, turn } of requests) {
      await turn()
      expect(seen.error?.message).toBe('Request was aborted')
      expect(seen.error?.code).toBe('connection/user-rejected')
      expect(seen.calledOff).toBe(1)
    }
    expect(approvals()).toBe(0)
    expect(widget.stores.router.get().transactions ?? 0).toBe(0)
    if (leave === goBack) expect(isOpen()).toBe(true)
  })

  it('returns the result when the request was confirmed before the modal closed', async () => {
    const { widget, sendRequest, isOpen } = await setUp()
    const sending = sendRequest('eth_sendTransaction', { reaction: 'goes on' })
    closeModal(widget)
    await sending.turn()
    expect(sending.seen).toEqual({ calledOff: 1 })
    const next = sendRequest()
    expect(isOpen()).toBe(true)
    await sending.answer('0xhash')
    expect(sending.seen.value).toBe('0xhash')
    expect(isOpen()).toBe(true)
    await next.answer('0xsigned')
    expect(isOpen()).toBe(false)
  })

  it('aborts without a user rejection when the frame does not respond', async () => {
    const { widget, sendRequest } = await setUp()
    const request = sendRequest('eth_sendTransaction', { reaction: 'nothing' })
    closeModal(widget)
    await request.turn()
    expect(request.seen.error).toMatchObject({
      message: 'Request was aborted',
      code: 'login/frame-closed',
    })
  })

  it('aborts when an embedded modal is reset', async () => {
    const { widget, sendRequest, view } = await setUp({ options: { enableEmbedded: true } })
    const request = sendRequest()
    expect(view()).toBe('ApproveTransaction')
    closeModal(widget)
    await request.turn()
    expect(request.seen.error?.message).toBe('Request was aborted')
  })

  it('aborts when the caller aborts', async () => {
    const { sendRequest, isOpen } = await setUp()
    const caller = new AbortController()
    const request = sendRequest('personal_sign', { signal: caller.signal })
    caller.abort(new Error('enough'))
    await request.turn()
    expect(request.seen.error?.message).toBe('enough')
    expect(isOpen()).toBe(false)
  })

  it('rejects an unknown method with the modal, a log line and a message', async () => {
    const { widget, sendRequest, clock, log, isOpen, view } = await setUp()
    const request = sendRequest('eth_sign')
    await request.turn()
    expect(request.seen.error).toMatchObject({
      message: 'Requested RPC call is not allowed',
      cause: { code: 4200 },
    })
    expect(request.wasRequested()).toBe(false)
    expect([isOpen(), view()]).toEqual([true, 'Account'])
    expect(log.entries.at(-1)).toMatchObject({
      level: 'error',
      message: expect.stringContaining('eth_sign'),
    })
    await clock.advance(limits.notAllowedDelay - 1)
    expect(widget.stores.notice.get().toast).toBeUndefined()
    await clock.advance(1)
    expect(widget.stores.notice.get().toast).toMatchObject({
      variant: 'error',
      message: 'Action not allowed',
    })
  })
})
