import { expect, test } from 'vitest'
import { canonicalMailbox } from './canonical-mailbox.ts'

test.each([
  ['Mona@Mail.Example', 'mona@mail.example'],
  ['mona+1@mail.example', 'mona@mail.example'],
  ['mona+a+b@mail.example', 'mona@mail.example'],
  [' mona@mail.example. ', 'mona@mail.example'],
  ['m.o.n.a+x@gmail.com', 'mona@gmail.com'],
  ['Mo.Na@GoogleMail.com', 'mona@gmail.com'],
  ['\u200fmona@mail.example\u202c', 'mona@mail.example'],
  ['ｍｏｎａ@mail.example', 'mona@mail.example'],
  ['mona@بريد.example', 'mona@xn--ngbof4h.example'],
  ['mona@BÜCHER.example', 'mona@xn--bcher-kva.example'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(canonicalMailbox(address)).toBe(mailbox)
})

test.each([
  ['mo.na@mail.example', 'mona@mail.example'],
  ['+1@mail.example', '+2@mail.example'],
  ['mona@mail.example', 'mona@mail2.example'],
  ['mona-1@mail.example', 'mona-2@mail.example'],
])('%s and %s are two', (one, other) => {
  expect(canonicalMailbox(one)).not.toBe(canonicalMailbox(other))
})

test('a text that is no address is its own mailbox', () => {
  expect(canonicalMailbox('nobody')).not.toBe(canonicalMailbox('somebody'))
})
