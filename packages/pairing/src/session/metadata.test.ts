import { describe, expect, it } from 'vitest'
import { hostileLinks } from '../../../wire/fixtures/hostileLinks.js'
import { parseMetadata } from './metadata.js'

describe('parseMetadata', () => {
  it.each([
    ['url', (link: string) => parseMetadata({ url: link }).url],
    ['icons', (link: string) => parseMetadata({ icons: [link] }).icons[0] ?? ''],
    [
      'redirect.native',
      (link: string) => parseMetadata({ redirect: { native: link } }).redirect?.native ?? '',
    ],
    [
      'redirect.universal',
      (link: string) => parseMetadata({ redirect: { universal: link } }).redirect?.universal ?? '',
    ],
  ])('drops hostile links in %s', (_, read) => {
    expect(hostileLinks.filter((link) => read(link) !== '')).toEqual([])
  })

  it('keeps valid links', () => {
    const metadata = {
      name: 'Acme',
      description: 'A wallet',
      url: 'https://acme.example',
      icons: ['https://acme.example/icon.png', 'data:image/png;base64,AA=='],
      redirect: { native: 'acme://', universal: 'https://acme.example/go', linkMode: true },
    }
    expect(parseMetadata(metadata)).toEqual(metadata)
  })

  it('drops app schemes in url and redirect.universal', () => {
    const redirect = { universal: 'acme://' }
    expect(parseMetadata({ url: 'acme://', redirect })).toMatchObject({ url: '' })
    expect(parseMetadata({ url: 'acme://', redirect }).redirect).toBeUndefined()
  })
})
