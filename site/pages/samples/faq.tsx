export default function Faq() {
  return <h1>faq</h1>
}
