// what: NIO buffers: positions, limits, orders, views
import java.nio.*;
import java.util.*;
class Buffers {
    public static void main(String[] args) {
        ByteBuffer b = ByteBuffer.allocate(16);
        b.putInt(0x01020304).put((byte) 9).putShort((short) -2);
        System.out.println(b + " " + b.position() + b.remaining());
        b.flip();
        System.out.println(b.get() + " " + b.order(ByteOrder.LITTLE_ENDIAN).getShort(1) + " " + b.order(ByteOrder.BIG_ENDIAN).getInt(0) + Arrays.toString(Arrays.copyOf(b.array(), 7)));
        b.position(4);
        System.out.println(b.slice().get() + " " + b.duplicate().limit() + b.compact().position());
        try { b.position(99); } catch (IllegalArgumentException e) { System.out.println("position"); }
        try { ByteBuffer.wrap(new byte[1]).getInt(); } catch (BufferUnderflowException e) { System.out.println("underflow"); }
        CharBuffer c = CharBuffer.wrap("hello");
        System.out.println(c.subSequence(1, 3) + "" + c.get(4) + c.length());
        IntBuffer i = IntBuffer.allocate(3);
        i.put(5).put(6);
        i.flip();
        System.out.println(i.get() + i.get() + " " + i.hasRemaining() + ByteBuffer.wrap(new byte[] {1, 2}).equals(ByteBuffer.wrap(new byte[] {1, 2})));
    }
}
