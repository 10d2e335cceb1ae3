import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { fox, freshIndex } from '../fixtures/wallets.js'

test.use(still)

/** Unused accounts and names: registrations last as long as the provider. */
const someNumber = () => Math.floor(Math.random() * 1_000_000_000)
const someName = () => `fox-${someNumber().toString(36)}-${Date.now().toString(36)}`
const withFreshAccount = () => ({
  provider: true,
  wallets: [{ ...fox, accounts: [freshIndex()] }],
})

const parts = ({ card }: Tab) => ({
  input: card.getByTestId('wui-ens-input'),
  line: card.getByTestId('name-line'),
  rows: card.getByTestId('account-name-suggestion'),
  submit: card.getByTestId('register-name-button'),
})

const openForm = (tab: Tab) =>
  tab.page.evaluate(() => window.latchkey.open({ view: 'RegisterAccountName' }))

async function lookUp(name: string): Promise<{ addresses: Record<string, { address: string }> }> {
  const query = new URLSearchParams({ projectId: 'latchkey-development' })
  const response = await fetch(`${urlOf('PROVIDER')}/v1/profile/account/${name}?${query}`)
  return (await response.json()) as Awaited<ReturnType<typeof lookUp>>
}

const signatures = async (tab: Tab) =>
  (await tab.wallet().methods()).filter((method) => method === 'personal_sign').length

/** Changes which zones the provider reports as open. */
async function openZones(tab: Tab, zones: readonly string[]): Promise<void> {
  await tab.page.route(`${urlOf('PROVIDER')}/appkit/v1/config*`, async (route) => {
    const response = await route.fetch()
    const { features } = (await response.json()) as { features: { id: string }[] }
    const names = {
      id: 'account_names',
      isEnabled: zones.length > 0,
      config: null,
      available: zones,
    }
    const others = features.filter(({ id }) => id !== names.id)
    await route.fulfill({ response, json: { features: [...others, names] } })
  })
}

test('hides names where the provider has no open zone', async ({ site }) => {
  const tab = await site.open(withFreshAccount())
  await openZones(tab, [])
  const identity = tab.page.waitForResponse(/\/identity\//)
  await tab.connect()
  await identity
  await tab.button.click()
  await tab.card.getByTestId('wui-wallet-switch').click()
  await expect(tab.card.getByTestId('wui-wallet-switch')).toHaveCount(0)
  await expect(tab.card.getByTestId('account-choose-name-button')).toHaveCount(0)
  await expect(openForm(tab)).rejects.toThrow(/`names` is off/)
})

test('has the ending of the provider', async ({ site }) => {
  const tab = await site.open(withFreshAccount())
  await openZones(tab, ['names.example'])
  await tab.connect()
  await openForm(tab)
  await expect(tab.card.locator('.name-suffix')).toHaveText('.names.example')
  await expect(parts(tab).input).toHaveAccessibleName('Account name .names.example')
})

test('registers a name with one signature and shows it everywhere', async ({ site }) => {
  const tab = await site.open(withFreshAccount())
  await tab.page.evaluate(() => {
    const events: string[] = []
    Object.assign(window, { events })
    window.latchkey.subscribeEvents(({ data }) => events.push(data.event))
  })
  await tab.connect()
  const { address = '' } = await tab.account()
  await tab.button.click()
  await tab.card.getByTestId('wui-wallet-switch').click()
  await tab.card.getByTestId('account-choose-name-button').click()
  await expect(tab.card).toContainText('Choose your account name')
  await tab.card.getByRole('button', { name: 'Choose name' }).click()
  await expect(tab.title).toHaveText('Choose Name')

  const { input, line, rows, submit } = parts(tab)
  await input.fill('a_b')
  await expect(line).toHaveText('Use only letters, digits and hyphens.')
  await input.fill('abc')
  await expect(line).toHaveText('Use at least 4 characters.')
  await expect(rows).toHaveCount(0)
  const label = someName()
  const name = `${label}.reown.id`
  await input.fill(label.toUpperCase())
  await expect(rows).toHaveText(`${name}Available`)
  await expect(line).not.toContainText('Use')
  await tab.wallet().setScript('delay', 'personal_sign')
  await submit.click()
  await expect(line).toHaveText('Sign the message in Fox. It costs nothing.')
  await expect.poll(() => signatures(tab)).toBe(1)
  await submit.click({ force: true })
  await input.press('Enter')
  await rows.first().click()
  await tab.wallet().settle('approve')

  await expect(tab.card.getByTestId('account-name-registered')).toHaveText(name)
  expect(await signatures(tab)).toBe(1)
  const record = await lookUp(name)
  expect(Object.values(record.addresses).map((one) => one.address)).toEqual([address])
  await tab.card.getByRole('button', { name: "Let's Go!" }).click()
  await expect(tab.card.getByTestId('wui-wallet-switch')).toContainText(`${name.slice(0, 16)}...`)
  await tab.close.click()
  await expect(tab.button).toContainText(`${name.slice(0, 18)}...`)
  expect(await tab.page.evaluate(() => Reflect.get(window, 'events'))).toEqual(
    expect.arrayContaining(['OPEN_ENS_FLOW', 'REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS']),
  )

  await tab.page.reload()
  await expect(tab.button).toContainText(`${name.slice(0, 18)}...`)
  await openForm(tab)
  await expect(tab.card.getByRole('heading', { name: 'You already own a name' })).toBeVisible()
  await expect(tab.card.getByTestId('account-name-registered')).toHaveText(name)
  await expect(input).toBeHidden()
  await tab.card.getByRole('button', { name: 'Go to account' }).click()
  await expect(tab.card.getByTestId('wui-wallet-switch')).toBeVisible()
  await tab.close.click()

  await tab.wallet().setAccounts([freshIndex()])
  await expect(tab.button).toContainText('0x')
  await openForm(tab)
  await input.fill(label)
  await expect(rows.first()).toHaveText(`${name}Registered`)
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(rows.nth(1)).toContainText('Available')
  const other = (await rows.nth(1).textContent())?.replace('Available', '') ?? ''
  await rows.nth(1).click()
  await expect(input).toHaveValue(other.replace('.reown.id', ''))
  await expect(rows).toHaveText(`${other}Available`)
})

test('reports failures and keeps the form', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open(withFreshAccount())
  await tab.connect()
  await openForm(tab)
  const { input, rows, submit } = parts(tab)
  const label = someName()
  const calls = `${urlOf('PROVIDER')}/v1/profile`

  await tab.page.route(`${calls}/suggestions/**`, (route) => route.abort())
  await input.fill(label)
  await expect(tab.toast).toHaveText('Error fetching name suggestions')
  await input.fill('no')
  await expect(tab.toast).toBeHidden({ timeout: 1_000 })
  await input.fill(label)
  await expect(tab.toast).toHaveText('Error fetching name suggestions')
  await tab.page.unroute(`${calls}/suggestions/**`)
  await rows.first().click()
  await expect(rows).toHaveText(`${label}.reown.idAvailable`)

  await tab.wallet().setScript('refuse', 'personal_sign')
  await input.press('Enter')
  await expect(tab.toast).toHaveText('Request declined in the wallet')
  await expect(input).toHaveValue(label)
  await expect(submit).not.toHaveAttribute('aria-disabled')

  await tab.wallet().setScript('approve', 'personal_sign')
  const reasons = [
    { field: 'name', description: 'Only on Tuesdays.' },
    { field: 'name', description: 'Never.' },
  ]
  await tab.page.route(`${calls}/account?**`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { status: 'FAILED', reasons },
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.continue(),
  )
  await submit.click()
  await expect(tab.toast).toHaveText('Only on Tuesdays.')
  await tab.page.unroute(`${calls}/account?**`)
  await tab.page.route(`${calls}/account?**`, (route) => route.abort())
  await rows.first().click()
  await expect(tab.toast).toHaveText('Error registering name')
  await expect(tab.title).toHaveText('Choose Name')
  await expect(input).toHaveValue(label)
  expect(await signatures(tab)).toBe(3)

  // A new attempt clears the earlier error.
  await tab.page.unroute(`${calls}/account?**`)
  await tab.wallet().setScript('delay', 'personal_sign')
  await submit.click()
  await expect(tab.toast).toBeHidden({ timeout: 1_000 })
  await expect.poll(() => signatures(tab)).toBe(4)
  await tab.wallet().settle('approve')
  await expect(tab.card.getByTestId('account-name-registered')).toHaveText(`${label}.reown.id`)
  await expect(tab.toast).toBeHidden({ timeout: 1 })
})

test('shows the account’s name and avatar only where that is safe', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource|nothing\.png/)
  const tab = await site.open({ provider: true, networks: ['mainnet', 'base'] })
  await tab.connect()
  await expect(tab.button).toContainText('alice.eth')
  await expect(tab.button.locator('img')).toHaveAttribute('src', /^data:image/)
  await tab.wallet().setChain('0x2105')
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await expect(tab.button).toContainText('alice.eth')
  await tab.button.click()
  await expect(tab.card.getByTestId('single-account-avatar').locator('img')).toBeVisible()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  const stored = await tab.page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /(identity|ens)_cache/.test(key)),
  )
  expect(stored).toEqual([])

  for (const answer of [
    { name: 'ali\u202ece.eth', avatar: 'javascript:alert(1)' },
    { name: 'аlice.eth', avatar: 'https://pictures.invalid/nothing.png' },
  ]) {
    const identities = `${urlOf('PROVIDER')}/v1/identity/**`
    await tab.page.route(identities, (route) =>
      route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } }),
    )
    await tab.page.reload()
    await tab.connect()
    await expect(tab.button).toContainText('ETH')
    await expect(tab.button).toContainText('0xf3…b92266')
    await expect(tab.button.locator('.image svg')).toBeVisible()
    await tab.page.evaluate(() => window.latchkey.disconnect())
    await tab.page.unroute(identities)
  }

  await tab.page.route(/\/v1\/(identity|profile)\//, (route) => route.abort())
  await tab.connect()
  await expect(tab.button).toContainText('0xf3…b92266')
})

test('looks up no names on a test network', async ({ site }) => {
  const tab = await site.open({ provider: true, networks: ['sepolia'] })
  const requested: string[] = []
  tab.page.on('request', (request) => {
    if (/v1\/(identity|profile)/.test(request.url())) requested.push(request.url())
  })
  await tab.connect()
  await openForm(tab)
  await expect(tab.card).toContainText('Names not available')
  expect(requested).toEqual([])
})
