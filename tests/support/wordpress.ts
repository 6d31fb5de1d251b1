interface Options {
  /** HTML at the end of the post. */
  more?(number: number): string
}

/** An export of WordPress (WXR) with these items. */
export const wordPressExport = (items: string) =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items}</channel></rss>`

/** Posts `/2024/post-1/` and so on. */
export const aWordPressExport = (posts: number, options: Options = {}): Buffer =>
  Buffer.from(
    wordPressExport(Array.from({ length: posts }, (_, index) => postOfWordPress(index + 1, options)).join('\n')),
  )

export const postOfWordPress = (number: number, { more = () => '' }: Options = {}) =>
  `<item><title><![CDATA[Post ${number} &amp; more]]></title><link>https://old.example/2024/post-${number}/</link>
      <dc:creator><![CDATA[Mona]]></dc:creator>
      <content:encoded><![CDATA[<!-- wp:paragraph --><p>Text <strong>${number}</strong>.</p><!-- /wp:paragraph -->
        <h2>A heading</h2><ul><li>one</li><li>two</li></ul><script>alert(1)</script>${more(number)}]]></content:encoded>
      <excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${number}</wp:post_id>
      <wp:post_date>2024-05-06 07:08:09</wp:post_date><wp:post_name>post-${number}</wp:post_name>
      <wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
      <category domain="category" nicename="news"><![CDATA[News]]></category></item>`
