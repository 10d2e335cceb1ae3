import { expect, type Locator, type Page, test } from '@playwright/test'
import { parseEther, toHex } from 'viem'
import { callNode } from '../fixtures/chains.js'
import { codeFor, confirm, newEmail, typeCode } from '../fixtures/login.js'
import { describeTab } from '../fixtures/tab.js'

/** Many options, each with a new widget. */
const longTest = 600_000

const isEvery = process.env.THOROUGH === 'true'

/** Options that end the connection on purpose. */
const ending = ['instance', 'enableReconnect']

/** Options that make the connected visitor sign in; another test covers them. */
const asking = ['siwx', 'features.reownAuthentication']

/** Errors of a provider that does not exist or lacks the project. */
const unanswered = /^Access to (fetch|XMLHttpRequest) at|^Failed to load resource|cannot be reached/

for (const path of ['index.html', 'react.html']) {
  test.describe(`the playground, ${path}`, () => {
    test('connects, signs and sends', async ({ page }) => {
      const demo = await openDemo(page, path)
      await demo.connect()
      await expect(page.getByTestId('state-account')).toHaveText(/^eip155:1:0x[\da-f]{40}$/i)
      await expect(page.getByTestId('state-balance')).toHaveText(/^[\d.]+ ETH$/)

      await page.getByRole('button', { name: 'Sign message' }).click()
      await demo.approve()
      await expect(page.getByTestId('outcome-sign-message')).toHaveText(/^0x[\da-f]{130}$/)
      await page.getByRole('button', { name: 'Sign typed data' }).click()
      await demo.approve()
      await expect(page.getByTestId('outcome-sign-typed-data')).toHaveText(/^0x[\da-f]{130}$/)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await demo.approve()
      await expect(page.getByTestId('outcome-send')).toHaveText(/^0x[\da-f]{64} in block \d+$/)

      await page.getByRole('button', { name: 'Sign message' }).click()
      await page.getByTestId('sample-wallet-refuse').click()
      await expect(page.getByTestId('outcome-sign-message')).toHaveAttribute('data-tone', 'bad')
      await expect(page.getByRole('list', { name: 'Events' })).toContainText('CONNECT_SUCCESS')
      expect(demo.faults).toEqual([])
    })

    test('changes each option, shows it in the code and resets it', async ({ page }) => {
      test.setTimeout(longTest)
      const demo = await openDemo(page, path)
      await demo.connect()
      await demo.openAllSections()
      const before = await demo.code()
      const fields = await demo.panel.locator('.field').evaluateAll((all) =>
        all.map((one) => {
          const { path: option = '', kind = '' } = (one as HTMLElement).dataset
          return { option, kind, section: one.closest('details')?.innerText.split('\n')[0] }
        }),
      )
      expect(fields.length).toBeGreaterThanOrEqual(55)
      // Both pages share the panel but create widgets differently. Of similar fields in one section
      // only the first is tested: unit tests cover what each one writes.
      const isFirst = ({ kind, section }: (typeof fields)[number], at: number) =>
        fields.findIndex((one) => one.kind === kind && one.section === section) === at
      const tried = fields
        .filter((field, at) =>
          path === 'react.html'
            ? /^(en|dis)able/.test(field.option)
            : isEvery || isFirst(field, at) || ending.includes(field.option),
        )
        .map(({ option }) => option)
        .filter((option) => !asking.includes(option))
      for (const option of tried.filter((one) => !ending.includes(one))) await tryOption(option)
      await expect(page.getByTestId('state-account')).toBeVisible()
      for (const option of ending) await tryOption(option)
      expect(demo.faults.filter((fault) => !unanswered.test(fault))).toEqual([])

      async function tryOption(option: string) {
        await test.step(option, async () => {
          const field = demo.field(option)
          await edit(field)
          await expect(demo.codeArea).not.toHaveText(before, { useInnerText: true })
          expect(await demo.code()).toContain(option.split('.').at(-1))
          await expect(demo.report).toHaveAttribute('data-tone', 'quiet')
          await field.locator('.field-reset').click()
          await expect(demo.codeArea).toHaveText(before, { useInnerText: true })
        })
      }
    })

    test('applies the theme and restores it from the URL', async ({ page, context }) => {
      const demo = await openDemo(page, path)
      await page.getByRole('radio', { name: 'Dark' }).check()
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
      await page.getByLabel('Accent', { exact: true }).fill('#0a7d5a')
      await expect(demo.report).toContainText("setThemeVariables({ '--lk-accent': '#0a7d5a' })")
      await expect(demo.connectButton).toHaveCSS('background-color', 'rgb(10, 125, 90)')
      await expect(page).toHaveURL(/#themeMode=dark&themeVariables\.--lk-accent=%230a7d5a$/)
      const code = await demo.code()
      expect(code).toContain("themeMode: 'dark'")

      const again = await openDemo(await context.newPage(), page.url().split('/').at(-1) ?? '')
      await expect(again.connectButton).toHaveCSS('background-color', 'rgb(10, 125, 90)')
      expect(await again.code()).toBe(code)
      expect([...demo.faults, ...again.faults]).toEqual([])
    })

    test('shows the modal embedded in the page', async ({ page }) => {
      const demo = await openDemo(page, `${path}#enableEmbedded=true`)
      await expect(page.locator('.stage-modal').getByTestId('w3m-modal-card')).toBeVisible()
      await expect(page.getByTestId('wallet-selector-app.latchkey.sample')).toBeVisible()
      expect(await demo.code()).toMatch(/<latchkey-?modal/i)
      // Its own page, because the configuration is written to the URL.
      await page.goto('about:blank')
      const embedded = await openDemo(page, `${path}#disableAppend=true`)
      await embedded.connect()
      expect([...demo.faults, ...embedded.faults]).toEqual([])
    })

    test('reports an invalid URL or option and keeps working', async ({ page }) => {
      await openDemo(page, `${path}#debug=maybe&nonsense=1`)
      await expect(page.getByRole('alert')).toContainText('debug, nonsense')

      // The configuration is written to the URL, so each one starts on a page of its own.
      await page.goto('about:blank')
      const demo = await openDemo(page, `${path}#defaultNetwork=polygon`)
      await expect(page.getByRole('alert')).toContainText('defaultNetwork')
      await expect(demo.connectButton).toBeVisible()

      await page.goto('about:blank')
      await openDemo(page, path)
      await demo.openAllSections()
      await demo.field('defaultNetwork').locator('select').selectOption('polygon')
      await expect(demo.report).toHaveAttribute('data-tone', 'bad')
      await expect(demo.connectButton).toBeVisible()
    })
  })
}

for (const path of ['index.html', 'react.html']) {
  test(`signs in with the option, ${path}`, async ({ page }) => {
    const demo = await openDemo(page, `${path}#siwx=optional`)
    expect(await demo.code()).toContain('siwx: createSiwx({ required: false })')
    await demo.connectButton.click()
    await page.getByTestId('wallet-selector-app.latchkey.sample').click()
    await demo.approve()
    await page.getByTestId('w3m-connecting-siwe-cancel').click()
    const state = page.getByTestId('state-sign-in')
    await expect(state).toHaveText('Not signed in')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByTestId('w3m-connecting-siwe-sign').click()
    await demo.approve()
    await expect(state).toHaveText('Signed in')
    await expect(page.getByTestId('w3m-modal-card')).toBeHidden()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(state).toHaveText('Not signed in')
    expect(demo.faults).toEqual([])
  })
}

test('aligns option controls with their labels', async ({ page }) => {
  const demo = await openDemo(page, 'index.html')
  await demo.openAllSections()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const ends = await demo.panel
      .locator('.field-control')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
    expect(new Set(ends).size).toBe(1)
  }
})

test('loads the chain families of the selected networks', async ({ page }) => {
  const networks = encodeURIComponent(JSON.stringify(['mainnet', 'solanaMainnet', 'bitcoin']))
  const demo = await openDemo(page, `index.html#networks=${networks}`)
  expect(await demo.code()).toContain('families: [eip155(), solana(), bip122()]')
  await demo.connectButton.click()
  await page.getByTestId('wallet-selector-app.latchkey.sample').click()
  await page.getByTestId('wui-list-chain-all').click()
  for (const family of ['eip155', 'solana', 'bip122']) {
    await demo.approve()
    await expect(page.getByTestId(`state-account-${family}`)).toBeVisible()
  }
  const requests = { Solana: 'Sign transaction', Bitcoin: 'Sign PSBT' }
  for (const [family, name] of Object.entries(requests)) {
    await page.getByRole('radio', { name: family }).check()
    await page.getByRole('button', { name }).click()
    await demo.approve()
    const outcome = page.getByTestId(`outcome-${name.toLowerCase().replaceAll(' ', '-')}`)
    await expect(outcome).toHaveAttribute('data-tone', 'good')
  }
  expect(demo.faults).toEqual([])
})

test('the playground grants a permission, uses it as a server, and revokes it', async ({
  page,
}) => {
  const demo = await openDemo(page, 'index.html')
  const tab = describeTab(page)
  await demo.openAllSections()
  await edit(demo.field('features.smartSessions'))
  const email = newEmail()
  await demo.connectButton.click()
  await tab.card.getByTestId('wui-email-input').fill(email)
  await tab.card.getByTestId('wui-email-input').press('Enter')
  await typeCode(tab, await codeFor(email))
  await expect(page.getByTestId('account-button')).toBeVisible()
  const account = await page.getByTestId('state-account').innerText()
  const address = account.split(':').at(-1) ?? ''
  await callNode('CHAIN_1', 'anvil_setBalance', address, toHex(parseEther('1')))

  const outcome = (name: string) => page.getByTestId(`outcome-${name}`)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Grant permission')
  await confirm(tab)
  await tab.card.getByTestId('session-created-done').click()
  await expect(outcome('grant-permission')).toHaveAttribute('data-tone', 'good')
  await press('Use permission')
  await expect(outcome('use-permission')).toHaveText(/^0x[\da-f]{64}$/)
  await press('Read limits')
  await expect(outcome('read-limits')).toContainText('"left": "9000000000000000"')
  await page.getByLabel('The site pays the fee').check()
  await press('Use permission')
  await expect(outcome('use-permission')).toHaveText(/^0x[\da-f]{64}$/)
  await press('Revoke permission')
  await confirm(tab)
  await expect(outcome('revoke-permission')).toHaveText('Revoked')
  await press('Use permission')
  await expect(outcome('use-permission')).toContainText('revoked')
  await press('Send sponsored')
  await confirm(tab)
  await expect(outcome('send-sponsored')).toHaveAttribute('data-tone', 'good')
  expect(demo.faults).toEqual([])
})

async function openDemo(page: Page, path: string) {
  const base = process.env.E2E_DEMO
  if (!base) throw new Error('E2E_DEMO is missing: the global set-up did not run')
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(`${base}/${path}`)
  const panel = page.getByRole('complementary', { name: 'Options' })
  await expect(panel).toBeVisible()
  const connectButton = page.getByTestId('connect-button')
  const codeArea = page.getByTestId('code')
  const approve = () => page.getByTestId('sample-wallet-approve').click()
  return {
    faults,
    panel,
    connectButton,
    approve,
    report: panel.getByRole('status'),
    field: (option: string) => panel.locator(`.field[data-path="${option}"]`),
    codeArea,
    code: () => codeArea.innerText(),
    async openAllSections() {
      const sections = panel.locator('details')
      await expect(sections.first()).toBeVisible()
      await sections.evaluateAll((all) => {
        for (const one of all) (one as HTMLDetailsElement).open = true
      })
    },
    async connect() {
      await connectButton.click()
      await page.getByTestId('wallet-selector-app.latchkey.sample').click()
      await approve()
      await expect(page.getByTestId('account-button')).toBeVisible()
      await expect(page.getByTestId('w3m-modal-card')).toBeHidden()
    },
  }
}

/** Changes the value of a field. */
async function edit(field: Locator) {
  const control = field.locator('.field-control')
  const edits: Record<string, () => Promise<unknown>> = {
    flag: () => control.locator('.switch').click(),
    choice: () => chooseOther(control),
    text: () => type(control.locator('input')),
    list: () => type(control.locator('input')),
    pairs: () => type(control.locator('input').last()),
    colour: () => control.locator('input').fill('#123456'),
    range: () => control.locator('input').press('ArrowRight'),
    order: () => control.getByRole('checkbox').last().click(),
    wallets: () => control.getByRole('button', { name: 'Add a wallet' }).click(),
  }
  await edits[(await field.getAttribute('data-kind')) ?? '']?.()
}

async function chooseOther(control: Locator) {
  const select = control.locator('select')
  // Base is among the defaults, so the widget can start on it.
  if ((await select.count()) > 0) await select.selectOption('base')
  else await control.getByRole('radio').last().check()
}

/** Types the field's placeholder; an ellipsis in it means any host. */
async function type(input: Locator) {
  const example = (await input.getAttribute('placeholder')) ?? ''
  await input.fill(example.replace('…', 'images.example'))
  await input.press('Enter')
}
