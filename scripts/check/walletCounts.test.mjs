import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dappLinks } from '../../packages/latchkey/src/core/wallets/walletLinks.ts'
import * as drawings from '../../packages/latchkey/src/wallets/drawings.ts'
import { toImage } from '../../packages/latchkey/src/wallets/packagedWallet.ts'
import { wallets } from '../../packages/latchkey/src/wallets/wallets.ts'
import { inRoot } from '../lib/root.mjs'

const read = (...path) => readFileSync(inRoot(...path), 'utf8')
const count = (has) => wallets.filter(has).length

describe('the numbers of wallets in the documents', () => {
  const page = read('docs', 'wallets.md')

  it('are those of the list', () => {
    expect(/^(\d+) wallets\. Each has /m.exec(page)?.[1]).toBe(`${wallets.length}`)
    expect(/^\| \[Wallets\]\S+ \| (\d+) in /m.exec(read('README.md'))?.[1]).toBe(
      `${wallets.length}`,
    )
    expect(/^- `latchkey\/wallets`: (\d+) /m.exec(read('CHANGELOG.md'))?.[1]).toBe(
      `${wallets.length}`,
    )
  })

  it('are those of each fact', () => {
    const [, table = ''] = /^\| Fact \| Wallets \|\n(.*?)\n\n/ms.exec(page) ?? []
    const rows = [...table.matchAll(/^\| (.+) \| (\d+) \|$/gm)].map(([, fact, number]) => [
      fact,
      +number,
    ])
    expect(Object.fromEntries(rows)).toEqual({
      'an app link or a link to its browser, so that it opens on a phone': count(
        ({ id, mobile_link }) => mobile_link ?? dappLinks[id],
      ),
      'a universal link': count(
        ({ mobile_link, link_mode }) => link_mode ?? mobile_link?.startsWith('https:'),
      ),
      'an announced id (`rdns`)': count(({ rdns }) => rdns),
      'a link to a store': count(
        ({ app_store, play_store, chrome_store }) => app_store ?? play_store ?? chrome_store,
      ),
      'the App Store': count(({ app_store }) => app_store),
      'Google Play': count(({ play_store }) => play_store),
      'the Chrome Web Store': count(({ chrome_store }) => chrome_store),
    })
  })

  it('are those of the pictures', () => {
    const own = new Set(Object.values(drawings).map(toImage))
    const fromTheSet = count(({ image_url }) => !own.has(image_url))
    expect(/^(\d+) pictures come from /m.exec(page)?.[1]).toBe(`${fromTheSet}`)
  })
})
