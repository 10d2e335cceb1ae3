import type { Block } from '../steps.js'
import type { Danger } from './danger.js'

/** Texts of the warnings on the confirmation screen. */

export const willFail = {
  title: 'This would probably fail',
  text: 'It failed in a test run. If you confirm, you may pay a fee for nothing.',
} as const

export const dangers: {
  readonly [danger in Danger]: {
    readonly title: string
    readonly text: string
    readonly tick: string
  }
} = {
  'look-alike': {
    title: 'Two addresses that look alike',
    text: 'It looks like an address you know, but is different. This is a common scam.',
    tick: 'I compared every character and want the new address',
  },
  'plain-spender': {
    title: 'The spender is not an app',
    text: 'Real apps never ask for this. The owner of that address could take your tokens.',
    tick: 'I know who owns this address and trust them',
  },
  'all-items': {
    title: 'Control of a whole collection',
    text: 'All your items in it could be taken at once. Reject unless you trust the operator.',
    tick: 'I trust the operator with the whole collection',
  },
  unlimited: {
    title: 'Unlimited spending',
    text: 'All you have of this token could be taken, now or later.',
    tick: 'I want to allow an unlimited amount',
  },
  'over-balance': {
    title: 'More than you have now',
    text: 'The site could also take what you receive later, until this expires.',
    tick: 'I want to allow more than I have',
  },
  permit: {
    title: 'Gives others spending rights',
    text: 'They can use it later without asking again. Scammers often use this kind of request.',
    tick: 'I started this and know who can spend what',
  },
  authority: {
    title: 'Someone else gets control',
    text: 'After this, someone else may own one of your accounts or spend from it.',
    tick: 'I want to give up this control',
  },
  'large-drop': {
    title: 'Most of a balance would leave',
    text: 'In a test run, more than half of a balance left. Check every line below.',
    tick: 'I want this much to leave my account',
  },
  'delegate-call': {
    title: 'Full control for a contract',
    text: 'The contract could do anything with the account that signs this.',
    tick: 'I know and trust this contract',
  },
  'worthless-order': {
    title: 'You would get nothing back',
    text: 'This trade gives away your items or tokens for little or nothing.',
    tick: 'I want to give this away',
  },
  sweep: {
    title: 'Several assets leave at once',
    text: 'They go to addresses you have not sent to before. Scammers empty wallets this way.',
    tick: 'I want to send all of these',
  },
  'high-fee': {
    title: 'Very high network fee',
    text: 'The fee is far more than the network needs. You will not get it back.',
    tick: 'I want to pay this fee',
  },
  'hidden-outflow': {
    title: 'More leaves than it says',
    text: 'In a test run, more left your account than the request mentions.',
    tick: 'I accept everything that would leave',
  },
  'foreign-deposit': {
    title: 'You pay for others’ accounts',
    text: 'The owners of these new accounts can keep your deposits. You cannot get them back.',
    tick: 'I want to pay for these accounts',
  },
  'hidden-address': {
    title: 'Address missing in the request',
    text: 'It comes from a table on the network. Simple transfers do not need this.',
    tick: 'I know which addresses this uses',
  },
  'no-expiry': {
    title: 'This request never expires',
    text: 'The site can keep it and send it at any time, even months from now.',
    tick: 'I accept that it can be sent later',
  },
  'unknown-data': {
    title: 'Unknown use of your signature',
    text: 'This wallet cannot tell what the contract does with your signature.',
    tick: 'I know what this signature is for',
  },
  'extended-token': {
    title: 'A token with special rules',
    text: 'Its issuer may charge for transfers, freeze the token or take it back.',
    tick: 'I trust the issuer of this token',
  },
  order: {
    title: 'A trade anyone can complete',
    text: 'Anyone with your signature can make this trade. Check every price and item below.',
    tick: 'I checked what I give and what I get',
  },
  'relayed-call': {
    title: 'A hidden transaction',
    text: 'Others can send it in your name. This wallet cannot tell what it will do.',
    tick: 'I know what this does and trust the site',
  },
  'later-transfer': {
    title: 'Someone else can send this',
    text: 'Anyone with your signature can make this transfer.',
    tick: 'I want this transfer to be made',
  },
  'unknown-call': {
    title: 'Unknown effect',
    text: 'This wallet cannot tell what will happen. It could move anything you own.',
    tick: 'I trust this site and know what it does',
  },
  'granted-call': {
    title: 'The site can call contracts',
    text: 'This wallet cannot tell what they do. They may take what you allowed them to spend.',
    tick: 'I trust this site and these contracts',
  },
  'unknown-spender': {
    title: 'Unknown spender',
    text: 'Compare this address with the one the site publishes.',
    tick: 'I know this spender',
  },
  'unknown-token': {
    title: 'Unknown token',
    text: 'The network has no details of this token, so the amount cannot be shown exactly.',
    tick: 'I know which token this is',
  },
  'too-long': {
    title: 'Too long to show',
    text: 'Only a part of what you would sign is shown below.',
    tick: 'I know what the rest says',
  },
  hash: {
    title: 'This could be anything',
    text: 'These 32 bytes may stand for a transaction or contract that you cannot see.',
    tick: 'I know what these bytes stand for',
  },
  unreadable: {
    title: 'Unreadable message',
    text: 'The message contains bytes that cannot be shown as text.',
    tick: 'I know what these bytes mean',
  },
}

export function blockText(block: Block, host: string): { title: string; text: string } {
  switch (block.why) {
    case 'sign-in-elsewhere':
      return {
        title: 'Sign-in to another site',
        text: `Blocked: ${host} could use your signature to act as you on ${block.domain}.`,
      }
    case 'sign-in-malformed':
      return {
        title: 'Invalid sign-in request',
        text: 'Blocked: the message looks like a sign-in but does not follow the standard format.',
      }
    case 'sign-in-other-account':
      return {
        title: 'Sign-in for another account',
        text: 'Blocked: the sign-in names a different account. Reload the site and try again.',
      }
    case 'sign-in-insecure':
      return {
        title: 'Connection not encrypted',
        text: 'Blocked: others could read this sign-in. Use the site’s https address.',
      }
    case 'other-chain':
      return {
        title: 'Wrong network',
        text: `Blocked: this is for network ${block.chainId}. Switch networks on the site and try again.`,
      }
    case 'whole-account':
      return {
        title: 'Control over your account',
        text: 'Blocked: with this signature, the site could do anything with your account.',
      }
    case 'fee':
      return {
        title: 'Network fee too high',
        text: 'Blocked: no request needs a fee this high. Try again later.',
      }
  }
}
