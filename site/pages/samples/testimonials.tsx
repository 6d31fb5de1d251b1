export default function Testimonials() {
  return <h1>testimonials</h1>
}
