import type { Frame, Page } from '@playwright/test'
import { urlOf } from '../fixtures/chains.js'
import {
  clickUntil,
  clickUntilGone,
  codeFor,
  confirm,
  logIn,
  logInWithGoogle,
  loginFrame,
  mailsTo,
  readyButton,
  typeCode,
} from '../fixtures/login.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { describeTab, type Tab } from '../fixtures/tab.js'

const message = '0x68656c6c6f'
const isThorough = process.env.THOROUGH === 'true'

async function signedIn(site: Site, before?: () => void) {
  const tab = await site.open({ login: true, wallets: [], ...(before && { before }) })
  await logIn(tab)
  await expect(tab.card).toBeHidden()
  const { address } = await tab.account()
  const sign = (text = message) => tab.request('personal_sign', [text, address])
  return { tab, address, sign }
}

function frameOf({ page }: Tab): Frame {
  const frame = page.frames().find((one) => one.url().startsWith(`${urlOf('LOGIN')}/sdk`))
  if (!frame) throw new Error('no login frame')
  return frame
}

/** Resolves to the promise's value, or to 'waiting' if it is pending. */
const stateOf = (promise: Promise<unknown>, milliseconds: number) =>
  Promise.race([
    promise,
    new Promise((resolve) => setTimeout(() => resolve('waiting'), milliseconds)),
  ])

test('ignores messages from other origins, in the page and in the frame', async ({
  site,
  context,
}) => {
  const stranger = 'http://ads.localhost:9'
  site.expectConsoleError(/foreign request: http:\/\/ads\.localhost/)
  await context.route(`${stranger}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Ad</title>' }),
  )
  const { tab } = await signedIn(site, () => {
    if (window !== top) return
    const received: { isStrange: boolean; data: unknown }[] = []
    const count = { strange: 0 }
    Object.assign(window, { received, count })
    addEventListener('message', ({ origin, data }) => {
      if (origin.includes('ads.localhost')) count.strange += 1
      else if (received.length < 100) received.push({ isStrange: false, data })
    })
  })
  const before = await tab.account()
  const captured = await tab.page.evaluate(() =>
    (window as unknown as { received: { data: unknown }[] }).received.map(({ data }) => data),
  )
  expect(captured).toContainEqual({ type: '@w3m-frame/READY', payload: { version: '4' } })
  await tab.page.evaluate(async (src) => {
    const element = document.createElement('iframe')
    element.src = src
    const loaded = new Promise((resolve) => element.addEventListener('load', resolve))
    document.body.append(element)
    await loaded
  }, `${stranger}/ad.html`)
  const ad = tab.page.frames().find((frame) => frame.url().startsWith(stranger)) as Frame
  const frames = tab.page.frames().length

  const { posted, responses } = await ad.evaluate(
    async ({ captured, address, rounds }) => {
      const hex = (length: number) =>
        Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join('')
      const user = { address: `0x${'66'.repeat(20)}`, chainId: 1, email: 'thief@example.com' }
      const responses = {
        READY: { version: '4' },
        HANDSHAKE_SUCCESS: undefined,
        HANDSHAKE_ERROR: { message: 'no' },
        GET_USER_SUCCESS: user,
        CONNECT_SOCIAL_SUCCESS: user,
        CONNECT_EMAIL_SUCCESS: { action: 'CONNECT' },
        CONNECT_OTP_SUCCESS: undefined,
        IS_CONNECTED_SUCCESS: { isConnected: false },
        RPC_REQUEST_SUCCESS: `0x${'11'.repeat(65)}`,
        RPC_REQUEST_ERROR: { message: 'no', code: 'rejected', rpcCode: 4001 },
        SWITCH_NETWORK_SUCCESS: { chainId: 8453 },
        SET_PREFERRED_ACCOUNT_SUCCESS: { type: 'eoa', address: user.address },
        UPDATE_EMAIL_SECONDARY_OTP_SUCCESS: { newEmail: user.email },
        SIGN_OUT_SUCCESS: undefined,
        SESSION_ENDED: undefined,
        SCREEN: { height: 400 },
        SOCIAL_RESULT: { uri: 'http://localhost/social?flow=1' },
      }
      const requests = {
        HANDSHAKE: undefined,
        SIGN_OUT: undefined,
        RELOAD: undefined,
        OPEN_ACCOUNT: undefined,
        GET_USER: {},
        IS_CONNECTED: {},
        CONNECT_EMAIL: { email: 'thief@example.com' },
        CONNECT_OTP: { otp: '000000' },
        UPDATE_EMAIL: { email: 'thief@example.com' },
        SET_PREFERRED_ACCOUNT: { type: 'eoa' },
        RPC_ABORT: undefined,
        RPC_REQUEST: { method: 'personal_sign', params: ['0x68', address] },
        SYNC_THEME: { themeMode: 'dark' },
      }
      const withPrefix = (prefix: string, all: object) =>
        Object.entries(all).map(([name, payload]) => ({
          id: hex(16),
          type: `${prefix}${name}`,
          ...(payload !== undefined && { payload }),
        }))
      const knot: Record<string, unknown> = { type: '@w3m-frame/READY' }
      knot.payload = knot
      const malformed = [
        null,
        undefined,
        0,
        Number.NaN,
        10n ** 40n,
        '',
        '@w3m-frame/READY',
        [],
        new Map([['type', '@w3m-frame/READY']]),
        new Uint8Array(64),
        new Date(Number.NaN),
        /x/,
        knot,
        { type: 7 },
        { type: {}, payload: null },
        { type: '@w3m-frame/READY', payload: { version: '4', more: true } },
        { type: 'x@w3m-frame/READY', payload: { version: '4' } },
        { type: '@w3m-frame/__proto__', payload: {} },
        { type: '@w3m-app/constructor', id: hex(16) },
        { id: 'short', type: '@w3m-frame/GET_USER_SUCCESS', payload: user },
        JSON.parse('{"__proto__":{"type":"@w3m-frame/READY"}}'),
        { resultUri: 'http://localhost/social?flow=1' },
      ]
      const all = [
        ...withPrefix('@w3m-frame/', responses),
        ...withPrefix('@w3m-app/', requests),
        ...captured,
        ...malformed,
      ]
      let posted = 0
      const received: unknown[] = []
      addEventListener('message', ({ data }) => received.push(data))
      const targets = [parent, ...Array.from({ length: parent.length }, (_, at) => parent[at])]
      const send = (data: unknown) => {
        for (const target of targets) {
          if (!target || target === window) continue
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = (event) => received.push(event.data)
          target.postMessage(data, '*', [port2])
          if (target === parent) posted += 1
        }
      }
      for (let round = 0; round < rounds; round += 1) for (const data of all) send(data)
      send({ type: '@w3m-frame/READY', payload: { version: 'x'.repeat(5_000_000) } })
      send('x'.repeat(5_000_000))
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { posted, responses: received }
    },
    { captured: captured.slice(0, 5), address: before.address, rounds: isThorough ? 400 : 20 },
  )
  expect(posted).toBeGreaterThan(isThorough ? 20_000 : 1_000)
  const delivered = () =>
    tab.page.evaluate(() => (window as unknown as { count: { strange: number } }).count.strange)
  await expect.poll(delivered).toBe(posted)
  expect(responses).toEqual([])
  expect(await tab.account()).toEqual(before)
  await expect(tab.card).toBeHidden()
  expect(tab.page.frames()).toHaveLength(frames)
  // The real frame still responds, with the real account.
  expect(await tab.request('eth_accounts', [])).toEqual({ result: [before.address] })
  if (isThorough) console.log(`${posted} forged or malformed messages, 0 accepted`)
})

/**
 * Ways for a page to redirect a click to Confirm. Each runs in the page and is undone before the
 * next by removing its style and overlay.
 */
const layouts: { readonly [name: string]: string } = {
  'a clear pane over all, which lets presses through': 'cover("background: transparent")',
  'a picture over all, which lets presses through': 'cover("background: white")',
  'all covered but for the button': `cover('background: white; clip-path: path(evenodd, "M0 0H4000V4000H0Z M' + (spot.x - 40) + ' ' + (spot.y - 20) + 'h80v40h-80z")')`,
  'one line of the card covered': `cover('background: white; height: 30px; top: ' + (box.y + 90) + 'px')`,
  'the frame faded': 'frame.style.opacity = "0.01"',
  'the modal faded': 'dialog.style.opacity = "0.01"',
  'faded by an animation':
    'frame.animate([{ opacity: 1 }, { opacity: 0.01 }], { duration: 50, fill: "forwards" })',
  blurred: 'frame.style.filter = "blur(12px)"',
  'no contrast': 'dialog.style.filter = "contrast(0)"',
  'blended with what is behind': 'frame.style.mixBlendMode = "luminosity"',
  'made tiny': 'turn("scale(0.1)")',
  'turned over': 'turn("rotate(180deg)")',
  'laid flat': 'turn("perspective(400px) rotateX(75deg)")',
  'cut down to the button': 'frame.style.clipPath = "inset(calc(100% - 80px) 0 0 50%)"',
  'the modal cut down to the button':
    'dialog.style.clipPath = "inset(" + (spot.y - 20) + "px 0 0 0)"',
  'pushed out at the top': 'dialog.style.translate = "0 " + (-box.y - 60) + "px"',
  'pushed up in a window too small for it':
    'holder.style.overflow = "hidden"; frame.style.translate = "0 -80px"',
  'zoomed out': 'frame.style.zoom = "0.2"',
  'squeezed to a column': 'frame.style.width = "120px"; frame.style.minWidth = "0"',
  'squeezed to its buttons': 'frame.style.height = "96px"; frame.style.maxHeight = "96px"',
}

/** Every other one per run, all of them with `THOROUGH=true`. */
const tried = Object.entries(layouts).filter((_, at) => isThorough || at % 2 === 0)

async function arrange(page: Page, script: string, spot: { x: number; y: number }) {
  await page.evaluate(
    ([program, at]) => {
      ;(window as unknown as { tidy?(): void }).tidy?.()
      const modal = document.querySelector('latchkey-modal') as HTMLElement
      const frame = modal.querySelector('iframe') as HTMLElement
      const dialog = (modal.shadowRoot as ShadowRoot).querySelector('dialog') as HTMLElement
      const holder = frame.assignedSlot?.parentElement as HTMLElement
      const box = frame.getBoundingClientRect()
      const cover = (style: string) => {
        const pane = document.createElement('div')
        pane.className = 'hostile'
        pane.popover = 'manual'
        pane.style.cssText = `position: fixed; inset: 0; width: 100vw; height: 100vh; margin: 0; padding: 0; border: 0; pointer-events: none; ${style}`
        pane.textContent = 'You have won. Press to see your prize.'
        document.body.append(pane)
        pane.showPopover()
      }
      /** With Confirm as the fixed point. */
      const turn = (transform: string) => {
        frame.style.transformOrigin = `${at.x - box.x}px ${at.y - box.y}px`
        frame.style.transform = transform
      }
      const styled = [frame, dialog, holder]
      const stored = styled.map((element) => element.getAttribute('style') ?? '')
      Object.assign(window, {
        tidy() {
          for (const pane of document.querySelectorAll('.hostile')) pane.remove()
          for (const animation of frame.getAnimations()) animation.cancel()
          for (const [at, element] of styled.entries()) {
            element.setAttribute('style', stored[at] as string)
          }
        },
      })
      new Function('frame', 'dialog', 'holder', 'box', 'spot', 'cover', 'turn', program)(
        frame,
        dialog,
        holder,
        box,
        at,
        cover,
        turn,
      )
    },
    [script, spot] as const,
  )
}

const tidy = (page: Page) => page.evaluate(() => (window as unknown as { tidy(): void }).tidy())

/** Screen position of the middle of Confirm, unless the frame is rotated. */
async function spotOf(tab: Tab, testId = 'approve-confirm') {
  const button = loginFrame(tab).getByTestId(testId).first()
  const inside = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2, of: innerWidth }
  })
  const box = await tab.page
    .locator('latchkey-modal > iframe')
    .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  const scale = box.width / inside.of
  return { x: box.x + inside.x * scale, y: box.y + inside.y * scale }
}

/** Counts the clicks that reach a button in the frame's document. */
async function countPresses(tab: Tab, testId = 'approve-confirm') {
  const frame = frameOf(tab)
  await frame.evaluate((id) => {
    Object.assign(window, { presses: 0 })
    document.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        const isOn = (target as Element).closest(`[data-testid="${id}"]`)
        if (isTrusted && isOn) (window as unknown as { presses: number }).presses += 1
      },
      { capture: true },
    )
  }, testId)
  return () => frame.evaluate(() => (window as unknown as { presses: number }).presses)
}

test('counts a click on Confirm only if the whole request is visible', async ({ site }) => {
  const { tab, address, sign } = await signedIn(site)
  const signing = sign()
  const button = loginFrame(tab).getByTestId('approve-confirm')
  await expect(button).toBeVisible()
  await settled(tab.page)
  const presses = await countPresses(tab)
  let last = 'none'
  const press = async () => {
    await tab.page.mouse.down()
    await tab.page.mouse.up()
  }
  let plain = await spotOf(tab)
  let reached = 0
  for (const [name, script] of tried) {
    const isTurned = script.includes('turn(')
    if (isTurned) {
      // The card may have grown; in a rotated one the button's position is unknown.
      await tidy(tab.page)
      plain = await spotOf(tab)
    }
    await arrange(tab.page, script, plain)
    // The card may resize and move; the last click has taken effect by then.
    expect(await stateOf(signing, 400), last).toBe('waiting')
    last = name
    // A card smaller than its content must be scrolled first, so it has no button yet.
    if (name.startsWith('squeezed') && (await button.isHidden())) continue
    // Retry if the card moved because a warning appeared: the click has to reach the button.
    await expect(async () => {
      const spot = isTurned ? plain : await spotOf(tab)
      await tab.page.mouse.move(spot.x - 1, spot.y)
      await tab.page.mouse.move(spot.x, spot.y)
      // Idle long enough that the click would count without the attack.
      await tab.page.waitForTimeout(350)
      await press()
      expect(await presses(), name).toBeGreaterThan(reached)
    }).toPass({ timeout: 20_000 })
    reached = await presses()
  }
  await tidy(tab.page)
  await expect(button).toBeVisible()
  expect(await stateOf(signing, 450), last).toBe('waiting')
  if (isThorough) console.log(`${tried.length} hostile layouts, 0 signatures`)

  await test.step('the card slid under a pointer that is about to press', async () => {
    const plain = await spotOf(tab)
    await tab.page.mouse.move(5, 5)
    await arrange(tab.page, 'dialog.style.translate = "0 -300px"', plain)
    await tab.page.mouse.move(plain.x, plain.y)
    await tab.page.waitForTimeout(700)
    await tidy(tab.page)
    await press()
    expect(await stateOf(signing, 250)).toBe('waiting')
  })

  await test.step('a cover that is gone only for the moment of the press', async () => {
    const cover = 'cover("background: white")'
    const plain = await spotOf(tab)
    await tab.page.mouse.move(plain.x, plain.y)
    await arrange(tab.page, cover, plain)
    await tab.page.waitForTimeout(700)
    await tidy(tab.page)
    await press()
    await arrange(tab.page, cover, plain)
    expect(await stateOf(signing, 250)).toBe('waiting')
    await tidy(tab.page)
  })

  await confirm(tab)
  expect(await signing).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{130,}$/) })
  expect((await tab.account()).address).toBe(address)
})

/** Cases that Chromium reports as fully visible; a project can require windows instead. */
const unseen = {
  'masked but for the button':
    'frame.style.mask = "linear-gradient(transparent 70%, black 70%) no-repeat"',
  'the modal masked': 'dialog.style.mask = "linear-gradient(transparent 60%, black 60%) no-repeat"',
  'painted over by its own outline':
    'frame.style.outline = "180px solid white"; frame.style.outlineOffset = "-181px"',
}

/** Clicks again while the frame ignores it: a busy browser reports late that the card is visible. */
async function openWindow(page: Page, click: () => Promise<void>): Promise<Page> {
  for (;;) {
    const opening = page.waitForEvent('popup', { timeout: 5_000 }).catch(() => undefined)
    await click()
    const window = await opening
    if (window) return window
  }
}

test('confirms in a separate window that no page can cover, if the project wants it', async ({
  site,
  context,
}) => {
  const options = { projectId: 'latchkey-careful' }
  const tab = await site.open({ login: true, wallets: [], options })
  await logInWithGoogle(tab)
  await expect(tab.card).toBeHidden()
  const { address } = await tab.account()
  const signing = tab.request('personal_sign', [message, address])
  const open = loginFrame(tab).getByTestId('approve-open')
  await expect(open).toBeVisible()
  await expect(loginFrame(tab).getByTestId('approve-confirm')).toHaveCount(0)
  for (const [name, script] of Object.entries(unseen)) {
    await settled(tab.page)
    const spot = await spotOf(tab, 'approve-open')
    await arrange(tab.page, script, spot)
    const window = await openWindow(tab.page, () => tab.page.mouse.click(spot.x, spot.y))
    // Whatever the page shows, the window names the site and the request.
    await expect(window.getByTestId('approve-message')).toHaveText('hello')
    await expect(window.getByTestId('approve-origin')).toHaveText(/localhost/)
    expect(await stateOf(signing, 100), name).toBe('waiting')
    await window.close()
    await tidy(tab.page)
    await expect(loginFrame(tab).getByText('Continue in the window')).toBeHidden()
  }
  // The frame is hidden while its window is open, as on a phone.
  const spot = await spotOf(tab, 'approve-open')
  await context.route(`${urlOf('LOGIN')}/confirm`, async (route) => {
    await arrange(tab.page, 'dialog.style.translate = "0 -200vh"', spot)
    await route.continue()
  })
  const window = await openWindow(tab.page, () => open.click())
  const button = window.getByTestId('approve-confirm')
  // The whole content fits.
  await expect(button).toHaveText('Sign')
  await expect(async () => {
    if (!window.isClosed()) await button.click({ timeout: 1_000 })
    expect(window.isClosed()).toBe(true)
  }).toPass({ intervals: [600] })
  expect(await signing).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{130,}$/) })
})

/** Every effective click on the account pages and its result. */
const accountSteps = [
  ['account-sessions', 'login-sessions'],
  ['account-back', 'account-reveal'],
  ['account-reveal', 'reveal-start'],
  ['reveal-start', 'login-code'],
  ['reveal-cover', 'reveal-key'],
  ['reveal-copy', 'reveal-copied'],
] as const

test('prevents a key export in a hidden frame', async ({ site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await site.open({ login: true, wallets: [] })
  const email = await logInWithGoogle(tab)
  await expect(tab.card).toBeHidden()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSecurity' }))
  const frame = loginFrame(tab)
  await expect(frame.getByTestId('account-trust')).toBeVisible()
  for (const [step, next] of accountSteps) {
    await readyButton(tab, step)
    await settled(tab.page)
    const presses = await countPresses(tab, step)
    await arrange(tab.page, 'frame.style.opacity = "0"', await spotOf(tab, step))
    await expect(async () => {
      if ((await frame.getByTestId(step).count()) === 0) return
      const spot = await spotOf(tab, step)
      await tab.page.mouse.move(spot.x - 1, spot.y)
      await tab.page.mouse.move(spot.x, spot.y)
      // Idle long enough that the click would count without the attack.
      await tab.page.waitForTimeout(700)
      await tab.page.mouse.down()
      await tab.page.mouse.up()
      expect(await presses(), step).toBeGreaterThan(0)
    }).toPass()
    await tab.page.waitForTimeout(400)
    await expect(frame.getByTestId(next), `${step} while hidden`).toHaveCount(0)
    await tidy(tab.page)
    await clickUntil(tab, step, next, 120)
    if (next === 'login-code') {
      const subject = async () => (await mailsTo(email))[0]?.subject ?? ''
      await expect.poll(subject).toMatch(/^Show the key of your wallet on localhost/)
      await typeCode(tab, await codeFor(email))
    }
  }
  const copied = await tab.page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await frame.getByTestId('reveal-key').first().textContent())
})

test('requires a new code for each key export', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  const email = await logInWithGoogle(tab)
  await expect(tab.card).toBeHidden()
  const frame = loginFrame(tab)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSecurity' }))
  await clickUntil(tab, 'account-reveal', 'reveal-start')
  await clickUntil(tab, 'reveal-start', 'login-code')
  await typeCode(tab, await codeFor(email))
  await expect(frame.getByTestId('reveal-cover')).toHaveCount(2)
  await clickUntil(tab, 'account-back', 'account-reveal')
  await clickUntil(tab, 'account-reveal', 'reveal-start')
  // Right after the first, with a fresh session: another code is needed, which is not
  // even mailed within the same minute.
  site.expectConsoleError(/status of 429/)
  const rejected = frame.getByText('The keys could not be shown')
  await expect(async () => {
    if (!(await rejected.isVisible())) await (await readyButton(tab, 'reveal-start')).click()
    await expect(rejected).toBeVisible({ timeout: 2_000 })
  }).toPass({ intervals: [600] })
  await expect(frame.getByTestId('reveal-cover')).toHaveCount(0)
})

test('shows account pages in the window too, if the project confirms there', async ({ site }) => {
  const options = { projectId: 'latchkey-careful' }
  const tab = await site.open({ login: true, wallets: [], options })
  const email = await logInWithGoogle(tab)
  await expect(tab.card).toBeHidden()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSecurity' }))
  const frame = loginFrame(tab)
  await expect(frame.getByTestId('account-open')).toBeVisible()
  await expect(frame.getByTestId('account-reveal')).toHaveCount(0)
  await settled(tab.page)
  const opening = tab.page.waitForEvent('popup')
  await frame.getByTestId('account-open').click()
  const popup = await opening
  const steps = accountSteps.slice(2, 4)
  for (const [step, next] of steps) {
    await expect(async () => {
      const shown = popup.getByTestId(next)
      if (!(await shown.isVisible())) await popup.getByTestId(step).click({ timeout: 2_000 })
      await expect(shown).toBeVisible({ timeout: 2_000 })
    }).toPass({ intervals: [600] })
  }
  await popup.getByRole('textbox').first().focus()
  await popup.keyboard.type(await codeFor(email))
  await expect(popup.getByTestId('reveal-cover')).toHaveCount(2)
  await expect(frame.getByTestId('reveal-cover')).toHaveCount(0)
  await popup.close()
  await expect(frame.getByTestId('account-open')).toBeVisible()
})

/** Frames that a page opens itself, each with its own port. */
async function openRawFrames(tab: Tab, count: number) {
  await tab.page.evaluate(
    async ([src, many]) => {
      const hex = () => crypto.randomUUID().replaceAll('-', '')
      const open = async (at: number) => {
        const element = document.createElement('iframe')
        element.className = 'raw'
        element.style.cssText = `position: fixed; top: 0; left: ${at * 420}px; width: 400px; height: 600px; z-index: 9`
        const ready = new Promise<void>((resolve) =>
          addEventListener('message', ({ source }) => {
            if (source === element.contentWindow) resolve()
          }),
        )
        element.src = src
        document.body.append(element)
        await ready
        const { port1, port2 } = new MessageChannel()
        const responses = new Map<string, (payload: unknown) => void>()
        const shaken = new Promise<void>((resolve) => {
          port1.onmessage = ({ data }) => {
            if (data.type.endsWith('HANDSHAKE_SUCCESS')) resolve()
            responses.get(data.id)?.(data)
          }
        })
        const hello = { id: hex(), type: '@w3m-app/HANDSHAKE' }
        element.contentWindow?.postMessage(hello, new URL(src).origin, [port2])
        await shaken
        return (name: string, payload: unknown) =>
          new Promise((resolve) => {
            const id = hex()
            responses.set(id, resolve)
            port1.postMessage({ id, type: `@w3m-app/${name}`, payload })
          })
      }
      const senders = await Promise.all(Array.from({ length: many }, (_, at) => open(at)))
      Object.assign(window, { senders })
    },
    [`${urlOf('LOGIN')}/sdk?projectId=latchkey-development`, count] as const,
  )
  return {
    request: (at: number, name: string, payload: unknown) =>
      tab.page.evaluate(
        ([which, requested, given]) =>
          (window as unknown as { senders: ((...all: unknown[]) => Promise<unknown>)[] }).senders[
            which
          ]?.(requested, given),
        [at, name, payload] as const,
      ) as Promise<{ payload?: { code?: string } }>,
    frame: (at: number) => tab.page.frameLocator('iframe.raw').nth(at),
    remove: (at: number) =>
      tab.page
        .locator('iframe.raw')
        .nth(at)
        .evaluate((one) => one.remove()),
  }
}

test('shows one request at a time across all frames of a site', async ({ site }) => {
  const { tab, address } = await signedIn(site)
  // All requests of this test are in one minute, however slow the machine is.
  await tab.page.clock.setFixedTime(Date.now())
  const raw = await openRawFrames(tab, 2)
  const params = ['0x68656c6c6f', address]
  const payload = { method: 'personal_sign', params, chainNamespace: 'eip155', chainId: 1 }
  const sign = (at: number) => raw.request(at, 'RPC_REQUEST', payload)
  const first = sign(0)
  first.catch(() => undefined)
  await expect(raw.frame(0).getByTestId('login-confirm')).toBeVisible()
  const second = sign(1)
  // The first card mentions the request in the other frame, so both can be rejected there.
  await expect(raw.frame(0).getByText('1 more request is waiting')).toBeVisible()
  await expect(raw.frame(1).getByTestId('login-confirm')).toHaveCount(0)
  // A removed frame blocks no request.
  await raw.remove(0)
  await expect(raw.frame(0).getByTestId('login-confirm')).toBeVisible()
  await raw.frame(0).getByTestId('approve-reject').click()
  expect(await second).toMatchObject({ payload: { code: 'rejected' } })
  // Two of ten per minute are used, across frames.
  const ends: (string | undefined)[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const requested = turn % 2 === 0 ? sign(1) : tab.request('personal_sign', params)
    const card = turn % 2 === 0 ? raw.frame(0) : loginFrame(tab)
    if (turn < 8) {
      await expect(card.getByTestId('login-confirm')).toBeVisible()
      if (turn % 2 === 0) await card.getByTestId('approve-reject').click()
      else await clickUntilGone(tab, 'approve-reject')
    }
    const end = (await requested) as { payload?: { code?: string } }
    ends.push(end.payload?.code)
  }
  expect(ends.at(-1)).toBe('too-many')
})

test('gives up a frame that navigates away', async ({ site, context }) => {
  if (isThorough) test.setTimeout(3_600_000)
  const stranger = 'http://ads.localhost:9'
  site.expectConsoleError(/foreign request: http:\/\/ads\.localhost/)
  site.expectConsoleError(/not verified for the embedded wallet/)
  const received: string[] = []
  const script =
    'addEventListener("message", ({ data }) => fetch("/received", { method: "POST", body: JSON.stringify(data) }))'
  await context.route(`${stranger}/**`, (route) => {
    if (route.request().url().endsWith('/received')) received.push(route.request().postData() ?? '')
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>${script}</script>`,
    })
  })
  // A site may show ten requests per minute across frames; here each frame is new.
  const { tab, sign } = await signedIn(site, () => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value, key) {
      const isCount = String(key).startsWith('prompts/')
      return put.call(this, isCount ? undefined : value, key)
    }
  })
  const lead = () =>
    tab.page.evaluate((src) => {
      document.querySelector('latchkey-modal > iframe')?.setAttribute('src', src)
    }, `${stranger}/trap.html`)
  const shown = sign()
  await expect(loginFrame(tab).getByTestId('approve-confirm')).toBeVisible()
  await lead()
  expect(await stateOf(shown, 5_000)).toMatchObject({ message: 'Request was aborted' })

  const random = seeded(5)
  const moments = Array.from({ length: isThorough ? 199 : 0 }, () => random(1_500))
  let ended = 1
  for (const moment of moments) {
    const signing = sign()
    await tab.page.waitForTimeout(moment)
    await lead()
    // The queued request is sent to its own frame and shown there.
    const reject = loginFrame(tab).getByTestId('approve-reject')
    const isShown = await Promise.race([
      signing.then(() => false),
      reject.waitFor().then(
        () => true,
        () => false,
      ),
    ])
    if (isShown) await clickUntilGone(tab, 'approve-reject')
    else ended += 1
    expect(await signing, `after ${moment} ms`).not.toHaveProperty('result')
  }
  expect(received).toEqual([])
  if (isThorough) {
    console.log(
      `navigated away at ${moments.length + 1} points in time: ${ended} requests ended at once, the others were shown again; 0 messages received, 0 signatures`,
    )
  }
  expect(await tab.request('eth_accounts', [])).toHaveProperty('result')
})

/** Returns the same traces each time. */
function seeded(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Milliseconds between the button's appearance and its last click. */
async function timeClicks(tab: Tab) {
  const body = loginFrame(tab).locator('body')
  await body.evaluate((element) => {
    const times = { shown: Number.POSITIVE_INFINITY, pressed: 0 }
    Object.assign(window, { clickTimes: times })
    const watcher = new MutationObserver(() => {
      if (!element.querySelector('[data-testid="approve-confirm"]')) return
      times.shown = performance.now()
      watcher.disconnect()
    })
    watcher.observe(element, { childList: true, subtree: true })
    addEventListener(
      'pointerdown',
      () => Object.assign(times, { pressed: performance.now() }),
      true,
    )
  })
  return () =>
    body.evaluate(() => {
      type Times = { readonly shown: number; readonly pressed: number }
      const { shown, pressed } = (window as unknown as { clickTimes: Times }).clickTimes
      return pressed - shown
    })
}

test('ignores clicks before the request is readable', async ({ site }) => {
  const { tab, sign } = await signedIn(site)
  const random = seeded(20_261)
  const { page } = tab
  const frame = loginFrame(tab)
  const button = frame.getByTestId('approve-confirm')
  const reject = async (signing: Promise<unknown>) => {
    expect(await stateOf(signing, 250)).toBe('waiting')
    await clickUntilGone(tab, 'approve-reject')
    expect(await signing).toMatchObject({ code: 4001 })
    await expect(tab.card).toBeHidden()
  }
  let spot = { x: 0, y: 0 }
  await test.step('Enter held from before', async () => {
    for (let trace = 0; trace < 2; trace += 1) {
      await page.locator('#own').focus()
      await page.keyboard.down('Enter')
      const signing = sign()
      await expect(button).toBeVisible()
      spot = await spotOf(tab)
      const repeats = 3 + random(6)
      for (let at = 0; at < repeats; at += 1) {
        if (at === 1 + trace) await button.focus()
        await page.keyboard.down('Enter')
        await page.waitForTimeout(random(120))
      }
      // Long after the card stopped moving, the same key is still held down.
      await page.waitForTimeout(600)
      await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      await reject(signing)
    }
  })
  await test.step('clicks on their way when the card came', async () => {
    let traces = 0
    for (let attempt = 0; traces < 3 && attempt < 20; attempt += 1) {
      await page.mouse.move(spot.x, spot.y)
      const lastClick = await timeClicks(tab)
      const isShown = button.waitFor()
      const signing = sign()
      await isShown
      const first = performance.now()
      let clicks = 0
      do {
        await page.mouse.click(spot.x, spot.y, { clickCount: 1 + (clicks % 2) })
        clicks += 1
        await page.waitForTimeout(20 + random(90))
      } while (performance.now() - first < 300)
      // On a slow machine a click can be late enough to confirm.
      const isLate = (await lastClick()) > 450
      if (isLate && (await stateOf(signing, 250)) !== 'waiting') continue
      await reject(signing)
      traces += 1
    }
    expect(traces).toBe(3)
  })
  const signing = sign()
  await expect(button).toBeVisible()
  await button.focus()
  await page.waitForTimeout(900)
  await page.keyboard.press('Enter')
  expect(await signing).toHaveProperty('result')
})

test('shows one of two hundred requests, queues five and rejects the rest', async ({ site }) => {
  const { tab, address } = await signedIn(site)
  const frame = loginFrame(tab)
  const all = tab.page.evaluate(
    async ([message, account]) => {
      type Provider = { request(call: object): Promise<unknown> }
      const provider = window.latchkey.getProvider() as Provider
      const requested = Array.from({ length: 200 }, () =>
        provider.request({ method: 'personal_sign', params: [message, account] }).then(
          () => 'signed',
          ({ code, message: text }) => `${code} ${text}`,
        ),
      )
      Object.assign(window, { rejected: [] as string[] })
      for (const one of requested) {
        one.then((end) => (window as unknown as { rejected: string[] }).rejected.push(end))
      }
      return Promise.all(requested)
    },
    [message, address] as const,
  )
  await expect(frame.getByTestId('login-confirm')).toHaveCount(1)
  const rejected = () =>
    tab.page.evaluate(() => (window as unknown as { rejected: string[] }).rejected)
  await expect.poll(async () => (await rejected()).length).toBe(194)
  // Too many for the frame, or too many for the widget before it.
  for (const one of await rejected()) expect(one).toMatch(/^-3200[25] /)
  // The frame still responds, and its first card can reject all queued requests at once.
  await expect(frame.getByText('5 more requests are waiting')).toBeVisible()
  await clickUntilGone(tab, 'approve-reject-all')
  expect(await stateOf(all, 5_000)).toHaveLength(200)
  expect(await all).not.toContain('signed')
  await expect(tab.card).toBeHidden()
  expect(await tab.request('eth_accounts', [])).toEqual({ result: [address] })
  // The site has to wait before its next request.
  expect(await tab.request('personal_sign', [message, address])).not.toHaveProperty('result')
})

test('gives an unlisted page no frame and tells its owner', async ({ site, page, context }) => {
  const unlisted = 'https://shop.example'
  site.expectConsoleError(/foreign request: https:\/\/shop\.example/)
  site.expectConsoleError(/^console: /)
  await context.route(`${unlisted}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const url = `${urlOf('BASE_URL')}${pathname}${search}`
    const response = await route.fetch({ url, maxRetries: 3 })
    await route.fulfill({ response })
  })
  await context.grantPermissions(['local-network-access'])
  const consoleTexts: string[] = []
  page.on('console', (entry) => consoleTexts.push(entry.text()))
  await page.clock.install()
  await site.open({ login: true, wallets: [] })
  await page.goto(`${unlisted}/index.html`)
  const tab = describeTab(page)
  await tab.openModal()
  await tab.card.getByTestId('wui-email-input').fill('someone@example.com')
  await tab.card.getByTestId('wui-email-input').press('Enter')
  // The browser shows its own error page there.
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  const [, frame] = page.frames()
  await frame?.waitForLoadState()
  const isOurs = frame?.evaluate(() => document.getElementById('settings') !== null)
  expect(await isOurs?.catch(() => false)).toBe(false)
  await page.clock.fastForward(21_000)
  await expect(page.getByTestId('wui-alertbar-text')).toHaveText('Invalid App Configuration')
  await expect
    .poll(() => consoleTexts.join('\n'))
    .toContain('This domain is not verified for the embedded wallet')
  expect(consoleTexts.join('\n')).toContain('frame-ancestors')
  await tab.expectDisconnected()
})
