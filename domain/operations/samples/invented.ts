import { foldLetters } from '#texts/spelling.ts'

interface InventedPerson {
  name: string
  mailbox: string
}

export const PEOPLE: Record<'en' | 'ar', InventedPerson[]> = {
  en: [
    ...['Salma Nabil', 'Omar Adel', 'Nadine Wagdy', 'Karim Fouad', 'Mariam Hany', 'Youssef Tarek'],
    ...['Lina Magdy', 'Sherif Amin', 'Hana Zaki', 'Tamer Saad', 'Chloé Renaud', 'Adam Mansour'],
  ].map((name) => ({ name, mailbox: foldLetters(name).replace(' ', '.') })),
  ar: [
    { name: 'منى السيد', mailbox: 'mona.elsayed' },
    { name: 'أحمد عبد الرحمن', mailbox: 'ahmed.abdelrahman' },
    { name: 'إسراء مصطفى', mailbox: 'esraa.mostafa' },
    { name: 'محمود الشناوي', mailbox: 'mahmoud.elshenawy' },
    { name: 'آية فتحي', mailbox: 'aya.fathy' },
    { name: 'خالد البنّا', mailbox: 'khaled.elbanna' },
    { name: 'هدى عوض', mailbox: 'hoda.awad' },
    { name: 'مصطفى رضا', mailbox: 'mostafa.reda' },
    { name: 'سارة الجمّال', mailbox: 'sara.elgammal' },
    { name: 'عُمر ياسين', mailbox: 'omar.yassin' },
    { name: 'نورهان شوقي', mailbox: 'nourhan.shawky' },
    { name: 'يحيى لطفي', mailbox: 'yehia.lotfy' },
  ],
}

export const SUBJECTS = {
  en: [
    'A shop for our bakery',
    'Stock that counts itself',
    'Our app is slow',
    'A website in two languages',
    'Moving to your ERP',
  ],
  ar: ['متجر لمخبزنا', 'نظام مخزون', 'تطبيقنا بطيء', 'موقع بلغتين', 'تكلفة صيانة التطبيق'],
}

export const SENTENCES = {
  en: [
    'We have three branches and count our stock on paper every Thursday.',
    'Most of our customers order by telephone, and half of the calls are missed.',
    'We would like to see something similar that you have built.',
    'The present system was written ten years ago and nobody dares to touch it.',
    'Could somebody call us in the morning, before the shop opens?',
    'Our budget is small, but we are in no hurry.',
    'Reports should be readable on a phone.',
    'Please tell us what it would cost for a year.',
  ],
  ar: [
    'لدينا ثلاثة فروع، ونجرد المخزون على الورق كل خميس.',
    'معظم زبائننا يطلبون بالهاتف، ونصف المكالمات يفوتنا.',
    'نودّ أن نرى مشروعًا مشابهًا أنجزتموه.',
    'النظام الحالي كُتب قبل عشر سنوات، ولا يجرؤ أحد على تعديله.',
    'هل يمكن الاتصال بنا صباحًا قبل فتح المحل؟',
    'ميزانيتنا محدودة، لكننا غير مستعجلين.',
    'نحتاج إلى تقارير تُقرأ بسهولة على الهاتف.',
    'كم تبلغ التكلفة لمدة سنة؟',
  ],
}

export const MOTIVES = {
  en: [
    'I built a timetable for my faculty that four hundred students use.',
    'I like to find out why something is slow.',
    'I learn quickly and write down what I learn.',
    'I have used two of your apps for years and know what annoys me in them.',
    'I want to work with people who explain their decisions.',
  ],
  ar: [
    'أنجزت جدولًا دراسيًا لكليتي يستخدمه أربعمئة طالب.',
    'أحب أن أعرف لماذا يبطؤ البرنامج.',
    'أتعلّم بسرعة وأدوّن ما أتعلّمه.',
    'أستخدم تطبيقين من تطبيقاتكم منذ سنوات وأعرف ما يضايقني فيهما.',
    'أريد العمل مع فريق يشرح قراراته.',
  ],
}

export const POSITIONS = {
  en: ['Data analysis', 'Frontend', 'Mobile apps', 'Testing', 'Design'],
  ar: ['تحليل البيانات', 'واجهات المواقع', 'تطبيقات الهاتف', 'اختبار البرامج', 'تصميم'],
}

export const COLLEGES = {
  en: ['Cairo University', 'Ain Shams University', 'Alexandria University', 'Mansoura University', 'Helwan University'],
  ar: ['جامعة القاهرة', 'جامعة عين شمس', 'جامعة الإسكندرية', 'جامعة المنصورة', 'جامعة حلوان'],
}

export const MAJORS = {
  en: ['Computer science', 'Information systems', 'Electrical engineering', 'Statistics', 'Graphic design'],
  ar: ['علوم الحاسب', 'نظم المعلومات', 'الهندسة الكهربائية', 'الإحصاء', 'التصميم الجرافيكي'],
}

export const STREETS = {
  en: ['4 Nile Street, Cairo', '17 Garden Road, Giza', '3 Harbour Lane, Alexandria', '28 Palm Square, Mansoura'],
  ar: ['٤ شارع النيل، القاهرة', '١٧ طريق الحديقة، الجيزة', '٣ حارة الميناء، الإسكندرية', '٢٨ ميدان النخيل، المنصورة'],
}

export const NOTICE_PERIODS = {
  en: ['None', 'Two weeks', 'One month', 'Two months'],
  ar: ['لا توجد', 'أسبوعان', 'شهر واحد', 'شهران'],
}

export const NOTES = {
  en: ['Clear writing; ask about the second job.', 'Call before noon.', 'Knows our kind of work.'],
  ar: ['كتابة واضحة، ويُسأل عن الوظيفة الثانية.', 'الاتصال قبل الظهر.', 'خبرة قريبة من عملنا.'],
}
