import { expect, test } from '../fixtures/site.js'

type Button = HTMLElement & Record<string, unknown>

test('reflects every attribute as a property', async ({ site }) => {
  const tab = await site.open()
  const found = await tab.page.evaluate(() => {
    const button = document.createElement('latchkey-account-button') as unknown as Button
    const markup = () => (button.cloneNode() as HTMLElement).outerHTML
    const seen: unknown[] = [[button.disabled, button.charsEnd, button.label]]
    Object.assign(button, {
      disabled: true,
      size: 'sm',
      balance: 'hide',
      charsStart: 2,
      charsEnd: 3,
    })
    Object.assign(button, { label: 'In', loadingLabel: 'Wait', namespace: 'eip155', instance: 'a' })
    seen.push(markup())
    Object.assign(button, { disabled: false, charsEnd: undefined, label: null })
    seen.push(markup(), button.disabled)
    // As a case-insensitive template writes it; the property then takes precedence.
    button.setAttribute('charsend', '7')
    seen.push(button.charsEnd)
    button.charsEnd = 5
    seen.push(button.charsEnd, button.getAttribute('charsend'))
    const modal = document.createElement('latchkey-modal') as unknown as Button
    modal.instance = 'b'
    seen.push(modal.outerHTML)
    return seen
  })
  const rest = 'size="sm" balance="hide" chars-start="2"'
  const words = 'loading-label="Wait" namespace="eip155" instance="a"'
  expect(found).toEqual([
    [false, undefined, undefined],
    `<latchkey-account-button disabled="" ${rest} chars-end="3" label="In" ${words}></latchkey-account-button>`,
    `<latchkey-account-button ${rest} ${words}></latchkey-account-button>`,
    false,
    7,
    5,
    null,
    '<latchkey-modal instance="b"></latchkey-modal>',
  ])
})

test('accepts properties set before and after the elements are defined', async ({ site }) => {
  const tab = await site.open({
    before: () => {
      const early = document.createElement('latchkey-connect-button')
      Object.assign(early, { label: 'Early', disabled: true })
      addEventListener('DOMContentLoaded', () => document.body.append(early))
    },
  })
  const early = tab.page.locator('latchkey-connect-button').locator('button')
  await expect(early).toHaveText('Early')
  await expect(early).toBeDisabled()
  await tab.page.evaluate(() => {
    const button = document.querySelector('latchkey-connect-button')
    Object.assign(button ?? {}, { label: 'Late', disabled: false })
  })
  await expect(early).toHaveText('Late')
  await expect(early).toBeEnabled()
})

test('follows another widget when `instance` changes', async ({ site }) => {
  const tab = await site.open({ page: 'two' })
  const button = tab.page.locator('latchkey-button').first()
  await button.evaluate((element) => Object.assign(element, { instance: 'nobody' }))
  await expect(button.locator('button')).toBeHidden()
  await button.evaluate((element) => Object.assign(element, { instance: undefined }))
  await expect(button.locator('button')).toBeVisible()
})

test('stays closed on preventDefault, and opens on stopPropagation', async ({ site }) => {
  const tab = await site.open()
  await tab.page.evaluate(() => {
    const button = document.querySelector('latchkey-button')
    button?.addEventListener('click', (event) => event.preventDefault(), { once: true })
  })
  await tab.button.click()
  expect(await tab.page.evaluate(() => window.latchkey.isOpen())).toBe(false)
  await tab.page.evaluate(() => {
    document.querySelector('latchkey-button')?.addEventListener('click', (event) => {
      event.stopPropagation()
    })
  })
  await tab.openModal()
})
