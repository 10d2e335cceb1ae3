import { createHash } from 'node:crypto'
import { drawSigns, hasGlyph } from './glyphs.mjs'

/** Gradient colours; white is readable on all of them. */
const tints = [
  ['#6d7cff', '#7a2ff0'],
  ['#1f8fff', '#0a5bd8'],
  ['#00b3a4', '#067a93'],
  ['#2bb673', '#0b7f5c'],
  ['#ff6b6b', '#d6336c'],
  ['#ff8a3d', '#e8472f'],
  ['#f059b5', '#a83bd1'],
  ['#4cc2ff', '#2563eb'],
  ['#8e7bff', '#4338ca'],
  ['#64748b', '#273449'],
  ['#b06cff', '#d6289a'],
  ['#22b8cf', '#4263eb'],
  ['#f7657d', '#7b3fe4'],
  ['#57b846', '#0f8a7e'],
  ['#3b4a6b', '#141c33'],
  ['#ff7a59', '#c2258d'],
]

/** Translucent white shapes behind the letter. */
const backdrops = [
  '<circle cx="120" cy="4" r="78" fill-opacity=".13"/><circle cx="120" cy="4" r="46" fill-opacity=".13"/>',
  '<circle cx="6" cy="126" r="84" fill-opacity=".12"/><circle cx="6" cy="126" r="50" fill-opacity=".13"/>',
  '<path d="M0 74L74 0h54L0 128z" fill-opacity=".13"/><path d="M0 30L30 0H0z" fill-opacity=".13"/>',
  '<path d="M128 54L54 128H0L128 0z" fill-opacity=".12"/><path d="M128 98l-30 30h30z" fill-opacity=".14"/>',
  '<path d="M0 128V78C30 62 52 104 84 88S116 66 128 70v58z" fill-opacity=".15"/><path d="M0 128v-22c34-18 60 20 128-10v32z" fill-opacity=".14"/>',
  '<circle cx="64" cy="64" r="52" fill-opacity=".13"/>',
]

/**
 * A tile with the first letter of the name, for wallets whose image we may not include. The design depends
 * only on the id, so it is the same in every release.
 */
export function drawMark({ id, name }) {
  const [colour, shape, turn] = createHash('sha256').update(id).digest()
  const [from, to] = tints[colour % tints.length]
  const backdrop = backdrops[shape % backdrops.length]
  const letter = drawSigns(letterOf(name), { height: 54, width: 64, stroke: 11, colour: '#fff' })
  return `${opening}${gradient('tint', from, to)}<path fill="url(#tint)" d="M0 0h128v128H0z"/><g fill="#fff" transform="rotate(${(turn % 4) * 90} 64 64)">${backdrop}</g>${letter}</svg>`
}

const opening =
  '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">'

function gradient(id, from, to) {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

function letterOf(name) {
  const plain = name.normalize('NFD').toUpperCase()
  return [...plain].find((letter) => hasGlyph(letter)) ?? 'O'
}

/** A coin with a currency sign. */
export function drawCurrency({ sign, tint: [from, to] }) {
  const stroke = sign.length > 1 || barred.includes(sign) ? 7.5 : 9.5
  const signs = drawSigns(sign, { height: 48, width: 72, stroke, colour: '#fff' })
  return `${opening}${gradient('tint', from, to)}<circle cx="64" cy="64" r="64" fill="url(#tint)"/><circle cx="64" cy="64" r="55" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2.5"/>${signs}</svg>`
}

/** Signs whose bars would merge at normal thickness. */
const barred = '₩₦₱₹₺₪€¥'

/** Cuts a square icon to a coin. */
export function drawToken(icon) {
  return `${opening}<clipPath id="coin"><circle cx="64" cy="64" r="64"/></clipPath><g clip-path="url(#coin)">${nested(icon, 0, 128)}</g></svg>`
}

/** A wrapped token: the smaller coin inside a ring. */
export function drawWrapped(icon) {
  return `${opening}<clipPath id="coin"><circle cx="64" cy="64" r="46"/></clipPath>${gradient('ring', '#ff5ca8', '#8a5cff')}<circle cx="64" cy="64" r="64" fill="#fff"/><circle cx="64" cy="64" r="58" fill="none" stroke="url(#ring)" stroke-width="12"/><g clip-path="url(#coin)">${nested(icon, 18, 92)}</g></svg>`
}

function nested(icon, at, size) {
  const openTag = `<svg$1 x="${at}" y="${at}" width="${size}" height="${size}"`
  return icon.replace(/<svg([^>]*?) width="24" height="24"/, openTag)
}
