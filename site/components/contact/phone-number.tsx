/** A number as it is dialled: always left to right, on one line, in groups the eye can hold. */
export function PhoneNumber({ number }: { number: string }) {
  return <bdi dir="ltr">{number.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1\u00a0$2\u00a0$3')}</bdi>
}
