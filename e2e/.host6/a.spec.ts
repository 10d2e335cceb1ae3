import { expect, test } from '@playwright/test'
import { codeFor, newEmail } from '../fixtures/login.js'
const allow = 'publickey-credentials-get *; publickey-credentials-create *'
async function open(page: any, host = 'http://localhost:4600') {
  await page.goto(`${host}/index.html`)
  await page.evaluate(async (allow: string) => {
    const f = document.createElement('iframe'); f.allow = allow; f.style.cssText = 'position:fixed;inset:0;width:400px;height:700px;z-index:99999;background:#fff'
    f.src = 'http://localhost:4608/sdk?projectId=latchkey-development&chainId=eip155:1&version=4'
    const w = window as any; w.notices = []; w.waiting = new Map()
    await new Promise<void>((done) => {
      addEventListener('message', (e) => {
        if (e.source !== f.contentWindow || e.data?.type !== '@w3m-frame/READY') return
        const c = new MessageChannel()
        c.port1.onmessage = ({ data }) => {
          if (data.type.endsWith('HANDSHAKE_SUCCESS')) return done()
          if (!data.id) return w.notices.push(data)
          w.waiting.get(data.id)?.(data)
        }
        w.port = c.port1
        f.contentWindow!.postMessage({ id: crypto.randomUUID().replaceAll('-', ''), type: '@w3m-app/HANDSHAKE' }, 'http://localhost:4608', [c.port2])
      })
      document.body.append(f)
    })
    w.ask = (name: string, payload: unknown) => new Promise((r) => { const id = crypto.randomUUID().replaceAll('-', ''); w.waiting.set(id, r); w.port.postMessage({ id, type: '@w3m-app/' + name, ...(payload !== undefined && { payload }) }) })
  }, allow)
  const ask = (name: string, payload?: unknown) => page.evaluate(([n, p]: any) => (window as any).ask(n, p ?? undefined), [name, payload])
  const frame = page.frames().find((x: any) => x.url().includes('4608'))!
  return { ask, frame }
}
const dump = (frame: any) => frame.evaluate(() => new Promise((done) => { const q = indexedDB.open('latchkey'); q.onsuccess = () => { const s = q.result.transaction('kept').objectStore('kept'); const k = s.getAllKeys(); k.onsuccess = () => { const a = s.getAll(); a.onsuccess = () => done(JSON.stringify(k.result.map((key, i) => [key, a.result[i]]))) } } }))
async function logIn(page: any, it: any, email: string, mails: number) {
  const t = Date.now(); console.log('email', JSON.stringify(await it.ask('CONNECT_EMAIL', { email })), Date.now() - t)
  const done = it.ask('CONNECT_OTP', {})
  const code = await codeFor(email, mails)
  await it.frame.getByRole('textbox').first().focus(); await page.keyboard.type(code)
  console.log('otp', JSON.stringify(await done))
}
test('passkey', async ({ page, context }) => {
  page.on('requestfailed', (r) => console.log('FAILED', r.url().slice(0, 90), r.failure()?.errorText))
  page.on('console', (m) => { if (m.type() === 'error') console.log('console', m.text()) })
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, hasPrf: true } as any })
  const it = await open(page)
  const email = newEmail()
  await logIn(page, it, email, 1)
  const t = Date.now()
  const user: any = await it.ask('GET_USER', { chainId: 1 })
  console.log('user', JSON.stringify(user), Date.now() - t)
  console.log((await dump(it.frame)).slice(0, 1500))
  void it.ask('OPEN_ACCOUNT')
  await page.waitForTimeout(2500)
  await page.screenshot({ path: '/tmp/host6/account.png' })
  console.log(await it.frame.locator('body').innerText())
  const button = it.frame.getByRole('button', { name: /passkey/i }).first()
  if (await button.count()) { await button.click(); await page.waitForTimeout(2500); await page.screenshot({ path: '/tmp/host6/passkey.png' }); console.log(await it.frame.locator('body').innerText())
    const b2 = it.frame.getByRole('button', { name: /add|create|passkey/i }).last(); if (await b2.count()) { await b2.click().catch(() => 0); await page.waitForTimeout(3000); await page.screenshot({ path: '/tmp/host6/passkey2.png' }); console.log(await it.frame.locator('body').innerText()) } }
  await it.ask('RPC_ABORT')
  const s = Date.now(); console.log('out', JSON.stringify(await it.ask('SIGN_OUT')), Date.now() - s)
  console.log('after', await dump(it.frame))
  await page.waitForTimeout(31_000)
  await logIn(page, it, email, 3)
  const again: any = await it.ask('GET_USER', { chainId: 1 })
  console.log('again', JSON.stringify(again))
  expect(again.payload.address).toBe(user.payload.address)
})
