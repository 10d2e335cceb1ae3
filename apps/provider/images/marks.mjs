import { drawSigns } from './glyphs.mjs'

const opening =
  '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">'

function gradient(id, from, to) {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

/** A browser window, for a wallet in the page that does not tell its name. */
export function drawBrowserWallet() {
  return `${opening}${gradient('tint', '#64748b', '#273449')}<path fill="url(#tint)" d="M0 0h128v128H0z"/><path fill="none" stroke="#fff" stroke-width="8" d="M26 34h76v60H26zM26 54h76"/><path fill="#fff" d="M36 42h8v6h-8zM50 42h8v6h-8z"/></svg>`
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
