import type { Language } from '#texts/languages.ts'
import type { Palette } from './canvas.ts'
import * as common from './common-layouts.ts'
import * as desk from './desk-layouts.ts'
import type { Chrome } from './devices.ts'
import * as page from './page-layouts.ts'
import * as phone from './phone-layouts.ts'

export const LAYOUTS = { ...common, ...phone, ...page, ...desk }
type Layout = keyof typeof LAYOUTS

type Screen = {
  [Name in Layout]: { layout: Name; data: Parameters<(typeof LAYOUTS)[Name]>[1]; device?: Device }
}[Layout]
type Device = 'phone' | 'browser' | 'desktop'

export interface Product {
  id: number
  device: Device
  chrome: Chrome
  palette: Palette
  screens: Screen[]
}

/** The screens of every project, by the ids of content/projects.json. */
export const productsIn = (language: Language): Product[] => {
  const say = (en: string, ar: string) => (language === 'ar' ? ar : en)
  const app = (name = ''): Chrome => ({ name, bar: '#11141b', onBar: '#fbfbf8' })
  const site = (name: string, bar: Chrome['bar'] = '#e9ebe5', onBar: Chrome['onBar'] = '#11141b'): Chrome => ({
    name,
    bar,
    onBar,
  })
  const weekdays =
    language === 'ar' ? ['أحد', 'اثنين', 'ثلاثاء', 'أربعاء', 'خميس'] : ['Sun', 'Mon', 'Tue', 'Wed', 'Thu']
  return [
    {
      id: 1,
      device: 'phone',
      chrome: app(),
      palette: { accent: ['#e8411f', '#ff5b36'], ground: ['#f5b63a', '#c98a1c'], tint: ['#fbe6bd', '#3d2f14'] },
      screens: [
        {
          layout: 'gauge',
          data: {
            left: say('3', '٣'),
            unit: say('days of gas left', 'أيام ويفرغ الغاز'),
            rows: [
              [say('Cylinder', 'الأنبوبة'), say('150', '١٥٠')],
              [say('Carried to floor 3', 'الحمل إلى الثالث'), say('15', '١٥')],
            ],
            order: say('Order · 165 pounds', 'اطلب · ١٦٥ جنيهًا'),
          },
        },
        {
          layout: 'list',
          data: {
            title: say('Van 4, six stops', 'السيارة ٤، ست وقفات'),
            note: say('Giza, 11 cylinders', 'الجيزة، ١١ أنبوبة'),
            rows: [
              [say('Umm Hany', 'أم هاني'), say('third floor', 'الطابق الثالث'), say('9:10', '٩:١٠')],
              [say('Koshary El Amir', 'كشري الأمير'), say('ground floor', 'الدور الأرضي'), say('9:25', '٩:٢٥')],
              [say('Sayed Nour', 'سيد نور'), say('fifth floor', 'الطابق الخامس'), say('9:40', '٩:٤٠')],
              [say('Mona Zaki', 'منى زكي'), say('first floor', 'الطابق الأول'), say('10:05', '١٠:٠٥')],
              [say('El Hoda', 'مخبز الهدى'), say('ground floor', 'الدور الأرضي'), say('10:20', '١٠:٢٠')],
            ],
            now: 1,
          },
        },
      ],
    },
    {
      id: 2,
      device: 'browser',
      chrome: site('warsha.example', '#262c37', '#9aa1ad'),
      palette: {
        accent: ['#ff7a45', '#ff7a45'],
        on: ['#11141b', '#11141b'],
        tint: ['#262c37', '#262c37'],
        paper: ['#3a4150', '#3a4150'],
        ink: ['#f2f3f0', '#f2f3f0'],
      },
      screens: [
        {
          layout: 'offers',
          data: {
            title: say('A knock, front left', 'طرْق من الأمام يسارًا'),
            noise: [1, 2, 1, 3, 6, 2, 1, 2, 6, 7, 3, 1, 2, 5, 7, 2, 1, 3, 6, 4, 1, 2, 3, 6, 2, 1, 1, 4, 6, 2, 1, 2],
            offers: [
              {
                name: say('Ezz Motors', 'ورشة عز'),
                price: say('900–1,300', '٩٠٠–١٬٣٠٠'),
                day: say('Sunday', 'الأحد'),
                from: 0.4,
                to: 0.9,
              },
              {
                name: say('Abu Samra', 'أبو سمرة'),
                price: say('700–950', '٧٠٠–٩٥٠'),
                day: say('Tomorrow', 'غدًا'),
                from: 0.2,
                to: 0.55,
              },
              {
                name: say('El Nozha', 'ورشة النزهة'),
                price: say('1,100–1,400', '١٬١٠٠–١٬٤٠٠'),
                day: say('Monday', 'الاثنين'),
                from: 0.6,
                to: 1,
              },
            ],
            choose: say('Choose', 'اختر'),
          },
        },
        {
          layout: 'chat',
          data: {
            title: say('Abu Samra', 'أبو سمرة'),
            note: say('agreed: 950', 'الاتفاق: ٩٥٠'),
            lines: [
              { own: true, sound: 24 },
              { own: false, text: say('It is the link, not the shock.', 'إنها الوصلة، لا المساعد.') },
              { own: false, text: say('The new part, beside its box:', 'القطعة الجديدة بجانب علبتها:') },
              { own: true, text: say('Go ahead.', 'تفضّل.') },
            ],
          },
        },
      ],
    },
    {
      id: 3,
      device: 'desktop',
      chrome: site(say('Minwal · Looms', 'منوال · الأنوال'), '#12302a', '#d6e6de'),
      palette: { accent: ['#1f4a3c', '#3f8f6f'], tint: ['#d6e6de', '#16302a'], soft: ['#9dbcae', '#4f6f62'] },
      screens: [
        {
          layout: 'board',
          data: {
            days:
              language === 'ar'
                ? ['السبت', 'الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'السبت']
                : ['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Sat'],
            loom: (number) => say(`Loom ${number}`, `نول ${number.toLocaleString('ar-EG')}`),
            orders: [
              { loom: 0, from: 0, days: 3, chalk: 0, name: say('Hotel towels', 'مناشف الفندق') },
              { loom: 0, from: 3, days: 2, chalk: 1, name: say('Rose', 'وردي') },
              { loom: 1, from: 1, days: 4, chalk: 2, name: say('Sea blue, 4,000', 'أزرق بحري، ٤٬٠٠٠') },
              { loom: 2, from: 0, days: 2, chalk: 3, name: say('White', 'أبيض') },
              { loom: 2, from: 2, days: 3, chalk: 4, name: say('Pistachio', 'فستقي') },
              { loom: 3, from: 2, days: 1, chalk: 0, name: '' },
              { loom: 4, from: 0, days: 4, chalk: 1, name: say('Export order', 'طلبية تصدير') },
              { loom: 4, from: 4, days: 2, chalk: 3, name: '' },
              { loom: 5, from: 1, days: 2, chalk: 4, name: say('Hammam', 'حمّام') },
              { loom: 5, from: 3, days: 3, chalk: 0, name: say('Gold stripe', 'قلم ذهبي') },
              { loom: 6, from: 0, days: 1, chalk: 2, name: '' },
              { loom: 6, from: 1, days: 3, chalk: 3, name: say('White', 'أبيض') },
              { loom: 7, from: 0, days: 5, chalk: 1, name: say('Dye lot 27', 'حوض ٢٧') },
            ],
            hollow: 3,
          },
        },
        {
          layout: 'chart',
          data: {
            title: say('Late orders', 'الطلبيات المتأخرة'),
            note: say('in a hundred, by month', 'من كل مئة، شهرًا بشهر'),
            figure: say('5', '٥'),
            bars: [27, 25, 28, 26, 21, 17, 12, 9, 6, 5],
            labels: [],
            since: 4,
          },
        },
      ],
    },
    {
      id: 4,
      device: 'phone',
      chrome: app(),
      palette: { accent: ['#2335c4', '#5d6cf0'], tint: ['#dfe3f2', '#232a44'], ground: ['#bfcaf0', '#33407a'] },
      screens: [
        {
          layout: 'map',
          data: {
            minutes: say('4 minutes', '٤ دقائق'),
            free: say('6 free', '٦ خالية'),
            place: say('School car park, Al-Balad', 'موقف المدرسة، حي البلد'),
            book: say('Book until 9 pm', 'احجز حتى التاسعة'),
            pin: say('P', 'م'),
          },
        },
        {
          layout: 'calendar',
          data: {
            title: say('Your 12 spaces', 'أماكنك الاثنا عشر'),
            note: say('evenings that are booked', 'الأمسيات المحجوزة'),
            days: weekdays,
            marks: 'xx.xxxxx.xxx.xxxxx#......',
          },
        },
      ],
    },
    {
      id: 5,
      device: 'browser',
      chrome: site('warraq.example', '#4a3019', '#d9b98a'),
      palette: {
        accent: ['#6b4a2b', '#a87848'],
        tint: ['#f3e6c8', '#33271a'],
        soft: ['#b99b6b', '#6b5436'],
        sheet: ['#f3e6c8', '#c4ae80'],
      },
      screens: [
        {
          layout: 'newspaper',
          data: {
            search: say('Farid, goalkeeper', 'فريد حارس المرمى'),
            found: say('27 pages, 4 spellings', '٢٧ صفحة، أربع كتابات'),
            masthead: say('The Evening Post', 'بريد المساء'),
            date: say('12 March 1931', '١٢ مارس ١٩٣١'),
            headline: say('Cairo wins, three to one', 'القاهرة تفوز بثلاثة أهداف'),
            years: [
              [say('1930', '١٩٣٠'), say('8', '٨')],
              [say('1931', '١٩٣١'), say('11', '١١')],
              [say('1932', '١٩٣٢'), say('5', '٥')],
              [say('1934', '١٩٣٤'), say('3', '٣')],
              [say('1951', '١٩٥١'), say('1', '١')],
            ],
          },
        },
        {
          layout: 'chart',
          data: {
            title: say('“Farid” in print', '«فريد» في الصحف'),
            note: say('pages by year', 'الصفحات سنةً بسنة'),
            figure: say('27', '٢٧'),
            bars: [1, 2, 8, 11, 5, 3, 2, 1, 1],
            labels:
              language === 'ar'
                ? ['٢٨', '٢٩', '٣٠', '٣١', '٣٢', '٣٤', '٣٨', '٤٤', '٥١']
                : ['28', '29', '30', '31', '32', '34', '38', '44', '51'],
            since: 2,
          },
        },
      ],
    },
    {
      id: 6,
      device: 'desktop',
      chrome: site(say('Saqqala · Tower B', 'سقالة · البرج ب'), '#11141b', '#f5b63a'),
      palette: { accent: ['#11141b', '#333a47'], tint: ['#f5d48a', '#5c4416'] },
      screens: [
        {
          layout: 'budget',
          data: {
            lines: [
              [say('Concrete', 'خرسانة'), 0.62, say('3.1 million', '٣٫١ مليون')],
              [say('Steel', 'حديد'), 0.55, say('2.4 million', '٢٫٤ مليون')],
              [say('Plywood', 'ألواح خشب'), 0.8, say('640,000', '٦٤٠ ألفًا')],
              [say('Wages', 'يوميات'), 0.47, say('1.9 million', '١٫٩ مليون')],
              [say('Brick', 'طوب'), 0.31, say('420,000', '٤٢٠ ألفًا')],
            ],
            alarm: say('Plywood has reached 80%', 'بلغت ألواح الخشب ٨٠٪'),
          },
        },
        {
          layout: 'chat',
          data: {
            title: say('Foreman, Tower B', 'مشرف البرج ب'),
            note: say('today, 4:40', 'اليوم ٤:٤٠'),
            lines: [
              { own: false, sound: 30 },
              { own: true, text: say('Forty sheets of plywood, floor four?', 'أربعون لوح خشب للدور الرابع؟') },
              { own: false, text: say('Yes, and two carpenters.', 'نعم، ونجّاران.') },
              { own: true, text: say('Written to line 12.', 'قُيّد على البند ١٢.') },
            ],
          },
        },
      ],
    },
    {
      id: 7,
      device: 'phone',
      chrome: app(),
      palette: { accent: ['#1f7a5c', '#1a6a50'], tint: ['#d5ebe1', '#173029'] },
      screens: [
        {
          layout: 'ride',
          data: {
            wait: say('6 minutes', '٦ دقائق'),
            fare: say('25 pounds', '٢٥ جنيهًا'),
            stops: [
              [say('Tanta', 'طنطا'), say('7:10', '٧:١٠')],
              [say('Mahalla', 'المحلة'), say('7:40', '٧:٤٠')],
              [say('Samannoud', 'سمنود'), say('7:55', '٧:٥٥')],
              [say('Mansoura', 'المنصورة'), say('8:20', '٨:٢٠')],
            ],
          },
        },
        {
          layout: 'list',
          data: {
            title: say('Lines from Tanta', 'خطوط من طنطا'),
            note: say('37 lines, fixed fares', '٣٧ خطًّا بأجرة ثابتة'),
            rows: [
              [say('Mansoura', 'المنصورة'), say('every 6 min', 'كل ٦ دقائق'), say('25', '٢٥')],
              [say('Mahalla', 'المحلة'), say('every 8 min', 'كل ٨ دقائق'), say('14', '١٤')],
              [say('Zagazig', 'الزقازيق'), say('every 12 min', 'كل ١٢ دقيقة'), say('30', '٣٠')],
              [say('Damanhour', 'دمنهور'), say('every 15 min', 'كل ١٥ دقيقة'), say('28', '٢٨')],
              [say('Benha', 'بنها'), say('every 9 min', 'كل ٩ دقائق'), say('20', '٢٠')],
            ],
            now: 0,
          },
        },
      ],
    },
    {
      id: 8,
      device: 'browser',
      chrome: site('souq-el-balad.example', '#1f5b34', '#e4f0dc'),
      palette: { accent: ['#2c7a44', '#2f8a4d'], tint: ['#e4f0dc', '#16251b'] },
      screens: [
        {
          layout: 'shop',
          data: {
            title: say('Souq El Balad', 'سوق البلد'),
            basket: say('Basket · 3', 'السلة · ٣'),
            goods: [
              [say('Tuna', 'تونة'), say('65', '٦٥')],
              [say('Oil', 'زيت'), say('88', '٨٨')],
              [say('Rice', 'أرز'), say('36', '٣٦')],
              [say('Tomatoes', 'طماطم'), say('14', '١٤')],
              [say('Tea', 'شاي'), say('42', '٤٢')],
              [say('Lemons', 'ليمون'), say('22', '٢٢')],
              [say('Salsa', 'صلصة'), say('19', '١٩')],
              [say('Water', 'مياه'), say('9', '٩')],
            ],
          },
        },
        {
          layout: 'form',
          data: {
            title: say('Haj Sayed’s shop', 'دكان الحاج سيد'),
            note: say('214 goods', '٢١٤ سلعة'),
            fields: [
              [say('Tuna, 170 g', 'تونة ١٧٠ جرامًا'), say('65', '٦٥')],
              [say('In the shop?', 'موجودة؟'), say('Yes', 'نعم')],
              [say('Rice, 1 kg', 'أرز كيلو'), say('36', '٣٦')],
              [say('In the shop?', 'موجود؟'), say('From Sunday', 'من الأحد')],
            ],
            send: say('Open the shelf', 'افتح الرفّ'),
          },
        },
      ],
    },
    {
      id: 9,
      device: 'phone',
      chrome: app(),
      palette: { accent: ['#b5481f', '#e07a4a'], ground: ['#c9622e', '#8a4220'], tint: ['#f5d9c4', '#5a3422'] },
      screens: [
        {
          layout: 'dish',
          data: {
            dish: say('Chicken, molokhia, rice', 'ملوخية بالفراخ والأرز'),
            cook: say('Umm Karim, Imbaba', 'أم كريم، إمبابة'),
            left: say('6 left', 'بقيت ٦'),
            order: say('Order before nine', 'اطلب قبل التاسعة'),
            portions: 15,
            taken: 9,
          },
        },
        {
          layout: 'chart',
          data: {
            title: say('Umm Karim’s week', 'أسبوع أم كريم'),
            note: say('portions eaten', 'حصص أُكلت'),
            figure: say('71', '٧١'),
            bars: [12, 14, 15, 6, 15],
            labels: weekdays,
            since: 0,
          },
        },
      ],
    },
    {
      id: 10,
      device: 'browser',
      chrome: site('mahsoul.example', 'tint', '#2f6b3a'),
      palette: { accent: ['#2f6b3a', '#2f6b3a'], tint: ['#dff0d3', '#22381f'] },
      screens: [
        {
          layout: 'price',
          data: {
            crop: say('Tomatoes, 5 am', 'طماطم، الخامسة فجرًا'),
            price: say('8.40', '٨٫٤٠'),
            unit: say('pounds a kilo', 'جنيه للكيلو'),
            days: [3, 4, 3.4, 5, 6.2, 5.6, 7.4, 8.2, 7.6, 9.6],
            markets: [
              [say('El Obour', 'العبور'), say('8.60', '٨٫٦٠')],
              [say('Damanhour', 'دمنهور'), say('8.10', '٨٫١٠')],
              [say('Kafr Dawar', 'كفر الدوار'), say('8.40', '٨٫٤٠')],
              [say('Tanta', 'طنطا'), say('8.25', '٨٫٢٥')],
              [say('Mansoura', 'المنصورة'), say('8.70', '٨٫٧٠')],
              [say('Minya', 'المنيا'), say('7.90', '٧٫٩٠')],
            ],
          },
        },
        {
          layout: 'list',
          data: {
            title: say('Crops at 5 am', 'المحاصيل في الخامسة'),
            note: say('7 markets', '٧ أسواق'),
            rows: [
              [say('Tomatoes', 'طماطم'), say('dearer than Monday', 'أغلى من الاثنين'), say('8.40', '٨٫٤٠')],
              [say('Potatoes', 'بطاطس'), say('as on Monday', 'كيوم الاثنين'), say('6.10', '٦٫١٠')],
              [say('Onions', 'بصل'), say('cheaper', 'أرخص'), say('5.30', '٥٫٣٠')],
              [say('Cucumbers', 'خيار'), say('dearer', 'أغلى'), say('9.00', '٩٫٠٠')],
              [say('Oranges', 'برتقال'), say('as on Monday', 'كيوم الاثنين'), say('7.20', '٧٫٢٠')],
            ],
            now: 0,
          },
        },
      ],
    },
    {
      id: 11,
      device: 'phone',
      chrome: app(),
      palette: {
        accent: ['#f5c64a', '#f5c64a'],
        ground: ['#4a2a6b', '#35204d'],
        tint: ['#efe6f7', '#2b1f3a'],
        on: ['#11141b', '#11141b'],
      },
      screens: [
        {
          layout: 'alarm',
          data: {
            time: say('8:00', '٨:٠٠'),
            voice: say('Grandpa, the red pill!', 'جدّو، الحبّة الحمراء!'),
            done: say('Done', 'تمّ'),
          },
        },
        {
          layout: 'calendar',
          data: {
            title: say('Grandpa’s March', 'مارس جدّو'),
            note: say('two doses missed', 'فاتته جرعتان'),
            days: weekdays,
            marks: 'xxxxxoxxxxxxxoxxxxx#.....',
          },
        },
      ],
    },
    {
      id: 12,
      device: 'desktop',
      chrome: site(say('Daftar · March', 'دفتر · مارس'), '#22304a', '#fbf1d3'),
      palette: {
        accent: ['#b22a0c', '#e0705a'],
        tint: ['#dfe9f2', '#1c2a3c'],
        ground: ['#fbf1d3', '#2b2820'],
        line: ['#b9cfe0', '#414a52'],
      },
      screens: [
        {
          layout: 'ledger',
          data: {
            columns: language === 'ar' ? ['اليوم', 'البيان', 'وارد', 'منصرف'] : ['Day', 'Entry', 'In', 'Out'],
            rows: [
              [say('21', '٢١'), say('Cash sales', 'مبيعات نقدية'), say('4,280', '٤٬٢٨٠'), ''],
              [say('21', '٢١'), say('Sugar, 10 sacks', 'سكر، ١٠ أجولة'), '', say('3,150', '٣٬١٥٠')],
              [say('22', '٢٢'), say('Haj Sayed, on account', 'الحاج سيد، على الحساب'), say('760', '٧٦٠'), ''],
              [say('22', '٢٢'), say('Electricity', 'كهرباء'), '', say('540', '٥٤٠')],
              [say('23', '٢٣'), say('Cash sales', 'مبيعات نقدية'), say('5,020', '٥٬٠٢٠'), ''],
              [say('23', '٢٣'), say('Two fans, dictated', 'مروحتان، بالصوت'), say('1,900', '١٬٩٠٠'), ''],
            ],
            balance: [say('Balance', 'الرصيد'), say('8,270', '٨٬٢٧٠')],
            said: say('“Two fans, cash”', '«مروحتان، نقدًا»'),
          },
        },
        {
          layout: 'chart',
          data: {
            title: say('Sales by month', 'المبيعات شهرًا بشهر'),
            note: say('thousands of pounds', 'بآلاف الجنيهات'),
            figure: say('118', '١١٨'),
            bars: [71, 68, 84, 79, 92, 88, 101, 97, 118],
            labels:
              language === 'ar'
                ? ['٧', '٨', '٩', '١٠', '١١', '١٢', '١', '٢', '٣']
                : ['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar'],
            since: 0,
          },
        },
      ],
    },
    {
      id: 13,
      device: 'phone',
      chrome: app(),
      palette: { accent: ['#12685e', '#1a8a7c'], tint: ['#a9d8cc', '#24504a'], ground: ['#eef4ec', '#141d1c'] },
      screens: [
        {
          layout: 'circle',
          data: {
            sum: say('10,000', '١٠٬٠٠٠'),
            unit: say('pounds', 'جنيه'),
            people: 10,
            paid: 4,
            turn: say('Hoda’s turn', 'دور هدى'),
            day: say('1 May', '١ مايو'),
            list: [
              [say('Karim', 'كريم'), say('paid', 'سدّد')],
              [say('Samia', 'سامية'), say('paid', 'سدّدت')],
            ],
          },
        },
        {
          layout: 'list',
          data: {
            title: say('Ten friends', 'عشرة أصدقاء'),
            note: say('1,000 pounds a month', 'ألف جنيه في الشهر'),
            rows: [
              [say('Karim', 'كريم'), say('was paid in January', 'قبض في يناير'), say('paid', 'قبض')],
              [say('Samia', 'سامية'), say('was paid in April', 'قبضت في أبريل'), say('paid', 'قبض')],
              [say('Hoda', 'هدى'), say('is paid in May', 'تقبض في مايو'), say('now', 'الآن')],
              [say('Adel', 'عادل'), say('swapped with Mona', 'بدّل مع منى'), say('June', 'يونيو')],
              [say('Mona', 'منى'), say('swapped with Adel', 'بدّلت مع عادل'), say('July', 'يوليو')],
            ],
            now: 2,
          },
        },
      ],
    },
    {
      id: 14,
      device: 'browser',
      chrome: site('madrasa.example', '#2335c4', '#dfe3f8'),
      palette: { accent: ['#2335c4', '#3546c9'], tint: ['#dfe3f8', '#1f2647'] },
      screens: [
        {
          layout: 'timetable',
          data: {
            child: say('Laila, 4B', 'ليلى، ٤ب'),
            days:
              language === 'ar'
                ? ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس']
                : ['Sun', 'Mon', 'Tue', 'Wed', 'Thu'],
            lessons: '019342203145341029452013120348',
            subjects:
              language === 'ar'
                ? ['عربي', 'حساب', 'علوم', 'رسم', 'إنجليزي', 'موسيقى']
                : ['Arabic', 'Maths', 'Science', 'Art', 'English', 'Music'],
            side: [
              [say('Homework', 'الواجب'), say('2 tasks', 'واجبان')],
              [say('Marks', 'الدرجات'), say('18 of 20', '١٨ من ٢٠')],
              [say('Absent', 'الغياب'), say('never', 'لا شيء')],
            ],
            bus: say('Bus 7, 2:35', 'حافلة ٧، ٢:٣٥'),
          },
        },
        {
          layout: 'chat',
          data: {
            title: say('Laila’s teacher', 'معلمة ليلى'),
            note: say('answers from 2 to 4', 'ترد بين ٢ و٤'),
            lines: [
              { own: true, text: say('Is the fractions page for Tuesday?', 'صفحة الكسور ليوم الثلاثاء؟') },
              { own: false, text: say('For Wednesday. She may use a ruler.', 'للأربعاء، ولها أن تستعمل المسطرة.') },
              { own: true, text: say('Thank you, and good evening.', 'شكرًا، ومساء الخير.') },
              { own: false, text: say('The bus is ten minutes late today.', 'تتأخر الحافلة عشر دقائق اليوم.') },
            ],
          },
        },
      ],
    },
    {
      id: 15,
      device: 'phone',
      chrome: app(),
      palette: { accent: ['#0b5570', '#4fb3c8'], ground: ['#0b4a63', '#08384b'], tint: ['#d9f0f2', '#16323c'] },
      screens: [
        {
          layout: 'figures',
          data: {
            wind: say('14', '١٤'),
            unit: say('knots, north', 'عقدة، شمال'),
            fish: say('Sardines', 'سردين'),
            price: say('62', '٦٢'),
            perUnit: say('pounds a kilo', 'جنيهًا للكيلو'),
          },
        },
        {
          layout: 'list',
          data: {
            title: say('Noon auction', 'مزاد الظهر'),
            note: say('7 crates on board', '٧ صناديق على المركب'),
            rows: [
              [say('Sardines', 'سردين'), say('4 crates', '٤ صناديق'), say('62', '٦٢')],
              [say('Mullet', 'بوري'), say('2 crates', 'صندوقان'), say('94', '٩٤')],
              [say('Shrimp', 'جمبري'), say('1 crate', 'صندوق'), say('210', '٢١٠')],
              [say('Sole', 'سمك موسى'), say('no bid yet', 'بلا عرض بعد'), say('—', '—')],
              [say('Squid', 'سبيط'), say('no bid yet', 'بلا عرض بعد'), say('—', '—')],
            ],
            now: 0,
          },
        },
      ],
    },
    {
      id: 16,
      device: 'desktop',
      chrome: site(say('Makhzan · Floor', 'مخزن · الأرضية'), '#060d1c', '#8fb4ee'),
      palette: { accent: ['#14459c', '#14459c'], tint: ['#dbe8f8', '#1a2c52'] },
      screens: [
        {
          layout: 'floor',
          data: {
            rooms: [
              [say('Fish', 'أسماك'), say('−22°', '−٢٢°')],
              [say('Meat', 'لحوم'), say('−18°', '−١٨°')],
              [say('Poultry', 'دواجن'), say('−19°', '−١٩°')],
              [say('Dairy', 'ألبان'), say('3°', '٣°')],
              [say('Fruit', 'فاكهة'), say('6°', '٦°')],
              [say('Ice cream', 'آيس كريم'), say('−9°', '−٩°')],
            ],
            warm: 5,
            call: say('Calling Ramy', 'اتصال برامي'),
            door: say('Door 6 is open', 'الباب ٦ مفتوح'),
            minutes: say('next call in 4 minutes', 'الاتصال التالي بعد ٤ دقائق'),
          },
        },
        {
          layout: 'list',
          data: {
            title: say('Calls of the night', 'مكالمات الليلة'),
            note: say('210 sensors', '٢١٠ مستشعرات'),
            rows: [
              [say('02:14 · Door 6', '٢:١٤ · الباب ٦'), say('Ramy, answered', 'رامي، ردّ'), say('closed', 'أُغلق')],
              [say('01:50 · Truck 3', '١:٥٠ · الشاحنة ٣'), say('Amr, answered', 'عمرو، ردّ'), say('cold', 'بردت')],
              [
                say('00:31 · Dairy', '٠:٣١ · الألبان'),
                say('Guard, no answer', 'الحارس، لم يرد'),
                say('passed on', 'للتالي'),
              ],
              [say('00:35 · Dairy', '٠:٣٥ · الألبان'), say('Nevine, answered', 'نيفين، ردّت'), say('3°', '٣°')],
              [say('23:05 · Fish', '٢٣:٠٥ · الأسماك'), say('Guard, answered', 'الحارس، ردّ'), say('−22°', '−٢٢°')],
            ],
            now: 0,
          },
        },
      ],
    },
    {
      id: 17,
      device: 'browser',
      chrome: site('raff.example', '#6b4a2b', '#fbf3df'),
      palette: {
        accent: ['#6b4a2b', '#7d5a38'],
        tint: ['#f3e1c6', '#3b2f22'],
        ground: ['#dcb98a', '#4d3d2a'],
        sheet: ['#fbf3df', '#6b5a42'],
      },
      screens: [
        {
          layout: 'shelf',
          data: {
            search: say('Dostoevsky', 'دستويفسكي'),
            found: say('9 shops have it', 'في ٩ مكتبات'),
            book: say('The Idiot', 'الأبله'),
            shops: language === 'ar' ? ['مكتبة باب اللوق', 'مكتبة النيل'] : ['Bab El Louk', 'Nile Books'],
            widths: [2, 4, 1, 5, 3, 2, 6, 1, 3, 4, 2, 5, 1, 2, 4, 3, 6, 2],
          },
        },
        {
          layout: 'list',
          data: {
            title: say('The Idiot', 'الأبله'),
            note: say('in 9 shops', 'في ٩ مكتبات'),
            rows: [
              [say('Bab El Louk', 'مكتبة باب اللوق'), say('two streets away', 'على بعد شارعين'), say('220', '٢٢٠')],
              [say('Nile Books', 'مكتبة النيل'), say('signed by hand', 'بخط المترجم'), say('260', '٢٦٠')],
              [say('El Midan', 'مكتبة الميدان'), say('second hand', 'مستعمل'), say('90', '٩٠')],
              [say('Maarif', 'دار المعارف'), say('in two volumes', 'في مجلدين'), say('310', '٣١٠')],
              [say('El Gezira', 'الجزيرة'), say('by courier', 'مع المندوب'), say('235', '٢٣٥')],
            ],
            now: 1,
          },
        },
      ],
    },
    {
      id: 18,
      device: 'phone',
      chrome: app('nabd.example'),
      palette: { accent: ['#1a8f98', '#14727a'], tint: ['#d7eef0', '#1d3a40'] },
      screens: [
        {
          layout: 'queue',
          data: {
            ahead: say('3', '٣'),
            sentence: say('ahead of you', 'قبلك في الدور'),
            doctor: say('Leave at 5:40', 'اخرج في ٥:٤٠'),
            tickets: [
              [say('41', '٤١'), say('with Dr Mona', 'عند د. منى')],
              [say('42', '٤٢'), say('Youssef', 'يوسف')],
              [say('43', '٤٣'), say('Child, fever', 'طفل محموم')],
              [say('44', '٤٤'), say('You', 'أنت')],
            ],
            own: 3,
          },
        },
        {
          layout: 'kanban',
          device: 'browser',
          data: {
            columns: [
              {
                title: say('At home', 'في البيت'),
                cards: [
                  say('46 · Salma', '٤٦ · سلمى'),
                  say('47 · Omar', '٤٧ · عمر'),
                  say('48 · Heba', '٤٨ · هبة'),
                  say('49 · Ali', '٤٩ · علي'),
                ],
              },
              {
                title: say('In the room', 'في الصالة'),
                cards: [
                  say('42 · Youssef', '٤٢ · يوسف'),
                  say('43 · fever', '٤٣ · حرارة'),
                  say('44 · Nada', '٤٤ · ندى'),
                ],
              },
              { title: say('With Dr Mona', 'عند د. منى'), cards: [say('41 · Karim', '٤١ · كريم')] },
            ],
            now: [1, 1],
          },
        },
      ],
    },
    {
      id: 19,
      device: 'desktop',
      chrome: site(say('Delta Foods · Closing', 'دلتا فودز · الإقفال'), '#16228a', '#f5c64a'),
      palette: { accent: ['#2335c4', '#3546c9'], tint: ['#e6e9fb', '#1b2140'] },
      screens: [
        {
          layout: 'closing',
          data: {
            day: say('3', '٣'),
            of: say('days to close', 'أيام للإقفال'),
            steps:
              language === 'ar'
                ? ['مخزون', 'مبيعات', 'خزينة', 'موردون', 'إقفال']
                : ['Stock', 'Sales', 'Cash', 'Buying', 'Closed'],
            warehouses:
              language === 'ar'
                ? ['المنصورة ١', 'المنصورة ٢', 'طلخا', 'دكرنس', 'ميت غمر', 'السنبلاوين', 'شربين', 'بلقاس', 'المنزلة']
                : [
                    'Mansoura 1',
                    'Mansoura 2',
                    'Talkha',
                    'Dekernes',
                    'Mit Ghamr',
                    'Senbellawein',
                    'Sherbin',
                    'Belqas',
                    'Manzala',
                  ],
            done: [5, 5, 4, 5, 3, 5, 4, 5, 2],
          },
        },
        {
          layout: 'kanban',
          data: {
            columns: [
              { title: say('Talkha', 'طلخا'), cards: [say('Two invoices', 'فاتورتان'), say('Returns', 'مرتجعات')] },
              {
                title: say('Mit Ghamr', 'ميت غمر'),
                cards: [say('Count shelf 9', 'جرد الرفّ ٩'), say('Driver’s cash', 'عهدة السائق'), say('Fuel', 'وقود')],
              },
              {
                title: say('Manzala', 'المنزلة'),
                cards: [
                  say('Salt, 40 kg', 'ملح ٤٠ كيلو'),
                  say('Price list', 'قائمة الأسعار'),
                  say('Bank note', 'إشعار البنك'),
                  say('Two scales', 'ميزانان'),
                ],
              },
            ],
            now: [2, 0],
          },
        },
      ],
    },
    {
      id: 20,
      device: 'browser',
      chrome: site('tazkara.example', '#1c0815', '#c88aa8'),
      palette: {
        accent: ['#8f1d35', '#c22f3d'],
        tint: ['#f6e3ea', '#331226'],
        soft: ['#c9a3b4', '#7a4a60'],
        sheet: ['#fbf3df', '#cdb99a'],
      },
      screens: [
        {
          layout: 'seats',
          data: {
            stage: say('Stage', 'الخشبة'),
            play: say('The Visit', 'الزيارة'),
            when: say('Thursday, 8 pm', 'الخميس، ٨ مساءً'),
            row: say('Row 3, two seats', 'الصف ٣، مقعدان'),
            price: say('180', '١٨٠'),
            pay: say('Reserve', 'احجز'),
          },
        },
        {
          layout: 'chart',
          data: {
            title: say('Seats sold', 'المقاعد المبيعة'),
            note: say('in a hundred, by season', 'من كل مئة، موسمًا بموسم'),
            figure: say('88', '٨٨'),
            bars: [61, 60, 63, 69, 74, 79, 84, 88],
            labels: [],
            since: 3,
          },
        },
      ],
    },
    {
      id: 21,
      device: 'phone',
      chrome: app(),
      palette: {
        accent: ['#d7e24a', '#c3ce3c'],
        on: ['#11141b', '#11141b'],
        tint: ['#2b3036', '#2b3036'],
        ink: ['#f1f2ee', '#f1f2ee'],
        soft: ['#6b737c', '#6b737c'],
        sheet: ['#f1f2ee', '#c4c7c2'],
      },
      screens: [
        {
          layout: 'camera',
          data: {
            digits: say('04172', '٠٤١٧٢'),
            unit: say('cubic metres', 'متر مكعب'),
            read: say('4,172 read', 'القراءة ٤٬١٧٢'),
            before: say('14 more than in March', 'أكثر من مارس بـ١٤'),
            send: say('Send the reading', 'أرسل القراءة'),
          },
        },
        {
          layout: 'chart',
          data: {
            title: say('Water, your flat', 'مياه شقتك'),
            note: say('cubic metres', 'أمتار مكعبة'),
            figure: say('14', '١٤'),
            bars: [11, 12, 10, 13, 15, 14],
            labels: language === 'ar' ? ['١١', '١٢', '١', '٢', '٣', '٤'] : ['Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr'],
            since: 0,
          },
        },
      ],
    },
    {
      id: 22,
      device: 'desktop',
      chrome: site(say('Makhbaz · Tonight', 'مخبز · الليلة'), '#2e1409', '#f0b765'),
      palette: { accent: ['#8a4a1c', '#a8612c'], tint: ['#f7e7cc', '#3a2415'] },
      screens: [
        {
          layout: 'baking',
          data: {
            hours:
              language === 'ar'
                ? ['٤', '٥', '٦', '٧', '٨', '٩', '١٠', '١١']
                : ['4 am', '5', '6', '7', '8', '9', '10', '11'],
            loaves: [
              [4, 0],
              [5, 1],
              [6, 3],
              [5, 3],
              [4, 2],
              [3, 1],
              [2, 2],
              [2, 0],
            ],
            weather: say('31°', '٣١°'),
            day: say('Thursday, hot', 'الخميس، حار'),
            total: say('12,400', '١٢٬٤٠٠'),
            unit: say('loaves, Shubra branch', 'رغيف، فرع شبرا'),
          },
        },
        {
          layout: 'form',
          data: {
            title: say('Dough 3, Shubra', 'عجينة ٣، شبرا'),
            note: say('signed by fingerprint', 'بتوقيع البصمة'),
            fields: [
              [say('Flour, kg', 'دقيق، كجم'), say('118.0', '١١٨٫٠')],
              [say('Water, litres', 'ماء، لتر'), say('74.5', '٧٤٫٥')],
              [say('Salt, kg', 'ملح، كجم'), say('2.1', '٢٫١')],
              [say('Gas, oven 2', 'غاز الفرن ٢'), say('4.8', '٤٫٨')],
            ],
            send: say('Into the oven', 'إلى الفرن'),
          },
        },
      ],
    },
    {
      id: 23,
      device: 'browser',
      chrome: site('marsa.example', '#0b4f6c', '#d9f0f2'),
      palette: { accent: ['#0b4f6c', '#1d7d96'], tint: ['#d9f0f2', '#1c343c'], sheet: ['#fbf3df', '#cdbf9d'] },
      screens: [
        {
          layout: 'deck',
          data: {
            boat: say('Amira', 'أميرة'),
            leaves: say('Sails at 7:15', 'الإبحار ٧:١٥'),
            left: say('2 seats left', 'بقي مقعدان'),
            languages:
              language === 'ar'
                ? ['العربية', 'English', 'Italiano', 'Deutsch']
                : ['English', 'Italiano', 'Deutsch', 'العربية'],
            depth: say('Reef, 18 m', 'شعاب، ١٨ م'),
            book: say('Take seat 8', 'احجز المقعد ٨'),
          },
        },
        {
          layout: 'list',
          data: {
            title: say('Harbour list', 'كشف الميناء'),
            note: say('Amira, 10 of 12', 'أميرة، ١٠ من ١٢'),
            rows: [
              ['Anna Keller', say('German · fins 39', 'ألمانية · زعانف ٣٩'), say('6 kg', '٦ كجم')],
              ['Marco Villa', say('Italian · fins 44', 'إيطالي · زعانف ٤٤'), say('8 kg', '٨ كجم')],
              [say('Nour Helmy', 'نور حلمي'), say('Arabic · fins 38', 'مصرية · زعانف ٣٨'), say('5 kg', '٥ كجم')],
              ['Jan de Wit', say('Dutch · fins 46', 'هولندي · زعانف ٤٦'), say('9 kg', '٩ كجم')],
              ['Olga Petrova', say('Russian · fins 40', 'روسية · زعانف ٤٠'), say('6 kg', '٦ كجم')],
            ],
            now: 2,
          },
        },
      ],
    },
    {
      id: 24,
      device: 'desktop',
      chrome: site(say('Matbaa · Quote', 'مطبعة · عرض سعر'), '#2a1c4a', '#d9d4ea'),
      palette: {
        accent: ['#2a1c4a', '#57439a'],
        tint: ['#e7e3f3', '#221a38'],
        ground: ['#d9d4ea', '#2a2342'],
        line: ['#cfc8e2', '#4a4268'],
      },
      screens: [
        {
          layout: 'quote',
          data: {
            title: say('Cover, 3,000 copies', 'غلاف، ٣٬٠٠٠ نسخة'),
            rules: [
              [say('Paper in August', 'ورق في أغسطس'), say('+2%', '+٢٪')],
              [say('Gold, second pass', 'ذهبي، مرور ثانٍ'), say('+340', '+٣٤٠')],
              [say('A page more', 'صفحة زائدة'), say('+180', '+١٨٠')],
              [say('Old customer', 'عميل قديم'), say('−5%', '−٥٪')],
            ],
            total: say('18,460', '١٨٬٤٦٠'),
            minutes: say('made in 4 minutes', 'أُعدّ في ٤ دقائق'),
            pages:
              language === 'ar'
                ? ['١', '٨', 'غلاف', '٥', '٤', '٧', '٢', '٦']
                : ['1', '8', 'Cover', '5', '4', '7', '2', '6'],
          },
        },
        {
          layout: 'kanban',
          data: {
            columns: [
              {
                title: say('Quoted', 'سُعّرت'),
                cards: [
                  say('Cover, 3,000', 'غلاف، ٣٬٠٠٠'),
                  say('Menus', 'قوائم طعام'),
                  say('Wedding cards', 'دعوات زفاف'),
                ],
              },
              { title: say('Plates', 'ألواح'), cards: [say('School book', 'كتاب مدرسي'), say('Calendar', 'تقويم')] },
              { title: say('Press', 'طبع'), cards: [say('Poetry, 500', 'ديوان، ٥٠٠')] },
              { title: say('Bindery', 'تجليد'), cards: [say('Atlas', 'أطلس'), say('Diary', 'مفكرة')] },
            ],
            now: [2, 0],
          },
        },
      ],
    },
  ]
}
