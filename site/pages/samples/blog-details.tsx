export default function BlogDetails() {
  return <h1>blog-details</h1>
}
